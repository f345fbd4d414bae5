import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

/* What a run of tests says to the program that started it, which names the file by this variable. */

const variable = 'RUN_REPORT'

export interface FailedFile {
  readonly file: string
  /** Its tests that passed none the less. */
  readonly passed: number
  /** Why it could not be loaded, or a hook of it failed. */
  readonly errors: readonly string[]
  readonly tests: readonly { readonly name: string; readonly errors: readonly string[] }[]
}

export interface FileTime {
  readonly file: string
  readonly seconds: number
}

export interface RunReport {
  readonly passed: number
  /** The files that took longest, beside others: their tests, hooks and imports. */
  readonly slowest: readonly FileTime[]
  readonly failedFiles: readonly FailedFile[]
  /** What failed and is of no file. */
  readonly faults: readonly string[]
}

const textsOf = (errors: readonly { readonly message: string; readonly stack?: string }[] = []) =>
  errors.map(({ message, stack }) => stack ?? message)

const testOf = (test: TestCase) => ({ name: test.fullName, errors: textsOf(test.result().errors) })

const suiteErrors = (module: TestModule): readonly string[] => [
  ...textsOf(module.errors()),
  ...[...module.children.allSuites()].flatMap(suite => textsOf(suite.errors())),
]

const passedIn = ({ children }: TestModule): number => [...children.allTests('passed')].length

const nameOf = ({ moduleId }: TestModule): string => relative(process.cwd(), moduleId)

const failedFileOf = (module: TestModule): FailedFile => ({
  file: nameOf(module),
  passed: passedIn(module),
  errors: suiteErrors(module),
  tests: [...module.children.allTests('failed')].map(testOf),
})

const timeOf = (module: TestModule): FileTime => {
  const { collectDuration, duration } = module.diagnostic()
  return { file: nameOf(module), seconds: Math.round((collectDuration + duration) / 1000) }
}

const slowestCount = 40

/**
 * The reporter that vitest's command line is given by this file's path. Vitest's own `json` leaves out what failed outside
 * its tests.
 */
class RunReporter implements Reporter {
  onTestRunEnd: Reporter['onTestRunEnd'] = (modules, unhandled) => {
    const passed = modules.reduce((sum, module) => sum + passedIn(module), 0)
    const failedFiles = modules.filter(module => module.state() === 'failed').map(failedFileOf)
    const times = modules.map(timeOf).toSorted((one, other) => other.seconds - one.seconds)
    const slowest = times.slice(0, slowestCount)
    const report: RunReport = { passed, slowest, failedFiles, faults: textsOf(unhandled) }
    writeFileSync(process.env[variable]!, JSON.stringify(report))
  }
}

export { RunReporter as default }

const faultsFile = (path: string): string => `${path}.faults`

/** Fails the run after its last test. @throws always */
export const failRun = (fault: string): never => {
  const path = process.env[variable]
  if (path) appendFileSync(faultsFile(path), `${JSON.stringify(fault)}\n`)
  throw new Error(fault)
}

/** What vitest is started with, to report into this file. */
export const reportInto = (path: string) => {
  for (const each of [path, faultsFile(path)]) rmSync(each, { force: true })
  return { arguments: [`--reporter=${import.meta.filename}`], environment: { [variable]: path } }
}

/** The report of a run that has ended; one that ended before its report is a fault. */
export const readReport = (path: string): RunReport => {
  if (!existsSync(path))
    return { passed: 0, slowest: [], failedFiles: [], faults: ['The run ended before its tests did.'] }
  const report = JSON.parse(readFileSync(path, 'utf8')) as RunReport
  const lines = existsSync(faultsFile(path)) ? readFileSync(faultsFile(path), 'utf8').trim().split('\n') : []
  return { ...report, faults: [...report.faults, ...lines.map(line => JSON.parse(line) as string)] }
}
