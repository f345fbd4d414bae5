import { readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stacks } from '../../infra/stacks/names.ts'
import type { StageName } from '../../infra/stages.ts'
import type { PythonPrograms } from '../support/python.ts'
import { runNode } from './command-line.ts'
import { asVariable, type DeployedStage } from './deployed-stage.ts'
import { bootstrap, type Deployment, deploy } from './deployment.ts'
import { exceptions } from './exceptions.ts'
import { fileOf, type Journey } from './journeys.ts'
import { type MiniStack, startMiniStack } from './ministack.ts'

export interface Rehearsal {
  readonly stages: readonly StageName[]
  readonly journeys: readonly Journey[]
  /** Where it is all done. */
  readonly folder: string
  /** What every process has in its environment besides. */
  readonly variables: Readonly<Record<string, string>>
}

/** What a part of the rehearsal came to; every problem is one line or more. */
export interface Outcome {
  readonly passed: number
  readonly problems: readonly string[]
}

interface JsonReport {
  readonly numPassedTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly message: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

const root = join(import.meta.dirname, '../..')

const problemsIn = ({ testResults }: JsonReport): readonly string[] =>
  testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    const said = failed.map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages.join('\n')}`)
    // A file whose world did not start has no test that failed.
    return [...(message && failed.length === 0 ? [message] : []), ...said].map(
      problem => `${relative(root, name)}: ${problem}`,
    )
  })

/** Runs the journeys against a deployed stage, in a process of their own. */
const journey = async (
  { environment }: MiniStack,
  stage: DeployedStage,
  { journeys, folder }: Rehearsal,
): Promise<Outcome> => {
  const report = join(folder, `${stage.name}.journeys.json`)
  const config = join(root, 'test/rehearsal/vitest.config.ts')
  const files = journeys.map(fileOf)
  const words = ['run', '--config', config, '--reporter=json', `--outputFile.json=${report}`, ...files]
  rmSync(report, { force: true })
  const { TMPDIR: _scratch, ...access } = environment
  const env = { ...process.env, ...access, ...asVariable(stage) }
  const begin = performance.now()
  // It fails where a test did, which its report tells.
  await runNode([join(root, 'node_modules/vitest/vitest.mjs'), ...words], { cwd: root, env }).catch(() => {})
  const read = JSON.parse(readFileSync(report, 'utf8')) as JsonReport
  const problems = problemsIn(read)
  const seconds = ((performance.now() - begin) / 1000).toFixed(0)
  console.log(
    `${stage.name}: ${read.numPassedTests} journeys passed, ${problems.length} failed, in ${seconds} s`,
  )
  return { passed: read.numPassedTests, problems }
}

/** Whether what the emulator is excused for is still needed. */
const excuse = async (miniStack: MiniStack, { program }: PythonPrograms): Promise<Outcome> => {
  const problems: string[] = []
  for (const { what, isDone } of exceptions) {
    const done = await isDone(miniStack, program('python'))
    console.log(`exception: ${what}`)
    if (done) problems.push(`The emulator does it by now, so the exception has to go: ${what}`)
  }
  return { passed: exceptions.length - problems.length, problems }
}

const printed = ({ stage, resources, seconds }: Deployment): string =>
  `${stage.name}: ${resources} resources, synthesised in ${seconds.synthesis.toFixed(1)} s, ` +
  `deployed in ${seconds.deployment.toFixed(1)} s`

/**
 * Deploys the stages one after the other into one account, as an operator may have them, and puts all through the
 * journeys at the same time.
 */
export const rehearse = async (
  programs: PythonPrograms,
  rehearsal: Rehearsal,
): Promise<readonly Outcome[]> => {
  const { folder, variables } = rehearsal
  await using cleanup = new AsyncDisposableStack()
  const logFile = join(folder, 'ministack.log')
  const miniStack = cleanup.use(await startMiniStack(programs, { logFile, variables }))
  const excused = await excuse(miniStack, programs)
  console.log(`bootstrapped in ${(await bootstrap(miniStack)).toFixed(1)} s`)
  const stages: DeployedStage[] = []
  const faults: Outcome[] = []
  for (const name of rehearsal.stages) {
    const deployment = await deploy(miniStack, name, folder)
    cleanup.use(deployment.door)
    console.log(printed(deployment))
    stages.push(deployment.stage)
    faults.push({ passed: stacks.length, problems: deployment.problems })
  }
  return [
    excused,
    ...faults,
    ...(await Promise.all(stages.map(stage => journey(miniStack, stage, rehearsal)))),
  ]
}
