import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { call } from '../support/api-client.ts'
import { startWorld } from '../support/environment.ts'
import { type Generator, generators, type Step } from './generators.ts'

/*
 * Generates a client by every generator from the document that the service answers, compiles it, and lets it make an
 * order, read its event and look a person up: `npm run clients`, or `npm run clients -- oapi-codegen hey-api`. One whose
 * tools are missing or cannot be fetched is skipped by name: that is no success by hand (2), and none of CI's business (0).
 */

const run = promisify(execFile)
const sources = import.meta.dirname
const folder = join(import.meta.dirname, '../../.build/clients')
/** Long enough for a first download on a slow line. */
const stepTimeoutMs = 300_000

type Result = 'passed' | 'failed' | 'skipped'

const has = async ([program, version]: readonly [string, string]): Promise<boolean> => {
  try {
    await run(program, [version])
    return true
  } catch {
    return false
  }
}

const perform = async (step: Step, cwd: string, environment: object): Promise<string> => {
  const env = { ...process.env, ...step.environment, ...environment }
  const { stdout } = await run(step.run, [...step.arguments], {
    cwd,
    env,
    timeout: stepTimeoutMs,
    maxBuffer: 2 ** 26,
  })
  return stdout.trim()
}

/** Whether what the generator needs was fetched. */
const fetchAll = async ({ name, fetch }: Generator): Promise<boolean> => {
  const cwd = join(folder, name)
  cpSync(join(sources, name), cwd, { recursive: true })
  try {
    for (const step of fetch) await perform(step, cwd, {})
    return true
  } catch (error) {
    console.error(`${(error as Error).message}`.slice(-2000))
    return false
  }
}

const tryOut = async ({ name, build, order }: Generator, url: string): Promise<void> => {
  const cwd = join(folder, name)
  for (const step of build) await perform(step, cwd, {})
  const said = await perform(order, cwd, { BASE_URL: url })
  if (said !== 'true VERIFIED verified') throw new Error(`It printed ${said}`)
}

const resultOf = async (generator: Generator, url: string): Promise<Result> => {
  const tools = await Promise.all(generator.needs.map(has))
  if (tools.includes(false) || !(await fetchAll(generator))) return 'skipped'
  try {
    await tryOut(generator, url)
    return 'passed'
  } catch (error) {
    const { message, stdout = '', stderr = '' } = error as Error & { stdout?: string; stderr?: string }
    console.error(`${message}\n${stdout}\n${stderr}`.slice(-8000))
    return 'failed'
  }
}

const document = async (url: string): Promise<void> => {
  const { body } = await call(`${url}/v1/openapi.json`, 'GET')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(body))
}

const wanted = process.argv.slice(2)
const chosen = generators.filter(({ name }) => wanted.length === 0 || wanted.includes(name))

await using world = await startWorld()
await document(world.url)
const results: Result[] = []
for (const generator of chosen) {
  const startedMs = performance.now()
  const result = await resultOf(generator, world.url)
  results.push(result)
  const missing =
    result === 'skipped' ? `, which needs ${generator.needs.map(([program]) => program).join(' and ')}` : ''
  console.log(
    `${result} ${generator.name}${missing}: ${generator.tool}, options ${generator.options} (${((performance.now() - startedMs) / 1000).toFixed(0)} s)`,
  )
}
if (results.includes('failed')) process.exitCode = 1
else if (results.includes('skipped') && !process.env.CI) process.exitCode = 2
