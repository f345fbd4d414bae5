import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { operatorDocument } from '../../shared/openapi.ts'
import { operationExamples } from '../../shared/openapi/examples.ts'
import { startWorld } from '../support/environment.ts'
import { openAskers } from '../support/fieldwork.ts'
import { type PythonPrograms, pythonPrograms } from '../support/python.ts'
import { statedOfAnyText, statedReasons } from './stated-reasons.ts'

/*
 * Requests that somebody else makes of the document which the service answers: `npm run properties`, or
 * `npm run properties -- --examples 600 --seed 7` for more of an operation, and others. Where Python or the package
 * cannot be had it is skipped: that is no success by hand (2), and none of CI's business (0).
 */

const { values: options } = parseArgs({
  options: {
    examples: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    phases: { type: 'string', default: 'examples,coverage,fuzzing' },
  },
})

const folder = join(import.meta.dirname, '../../.build/schemathesis')
const hooks = join(import.meta.dirname, 'hooks.py')
const documentFile = join(folder, 'openapi.json')

const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'negative_data_rejection',
  'positive_data_acceptance',
  'ignored_auth',
]

/** The document of the service, whose examples send events to this receiver. */
const keepDocument = (receiver: string): void => {
  writeFileSync(
    documentFile,
    JSON.stringify(operatorDocument).replaceAll(
      (operationExamples.createWebhook!.body as { url: string }).url,
      receiver,
    ),
  )
}

const argumentsFor = (url: string, token: string): readonly string[] => [
  'run',
  documentFile,
  '--url',
  url,
  '--header',
  `Authorization: Bearer ${token}`,
  '--checks',
  checks.join(','),
  '--phases',
  options.phases,
  '--continue-on-failure',
  '--max-examples',
  options.examples,
  '--seed',
  options.seed,
  // With several, Python 3.11 at times loses count while it parses (python/cpython#106905).
  '--workers',
  '1',
  // Signing in is limited by its wrong secrets; a photo's link leads to a place elsewhere.
  '--exclude-operation-id',
  'createToken',
  '--exclude-operation-id',
  'getFile',
  '--suppress-health-check',
  'all',
  '--warnings',
  'off',
  '--no-color',
]

/** Whether all that was tried is as the document says. */
const judge = async ({ program }: PythonPrograms): Promise<boolean> => {
  await using world = await startWorld()
  const askerOf = await openAskers(world)
  const receiver = await world.receiver()
  keepDocument(receiver.url)
  const child = spawn(program('schemathesis'), argumentsFor(world.url, askerOf('/').token), {
    cwd: folder,
    stdio: 'inherit',
    env: {
      ...process.env,
      SCHEMATHESIS_HOOKS: hooks,
      RECEIVER_URL: receiver.url,
      STAFF_TOKEN: askerOf('/v1/operations/').token,
      STATED_REASONS: JSON.stringify(statedReasons.map(({ source }) => source)),
      STATED_OF_ANY_TEXT: statedOfAnyText.source,
    },
  })
  const [code] = await once(child, 'exit')
  return code === 0
}

const programs = await pythonPrograms(join(folder, 'venv'), ['schemathesis==4.32.5'])
if (!programs) {
  console.log('skipped schemathesis, which needs python3 and a registry of its packages')
  process.exitCode = process.env.CI ? 0 : 2
} else if (!(await judge(programs))) process.exitCode = 1
