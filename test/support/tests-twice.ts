import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { runProgram } from './program.ts'
import { type FailedFile, type RunReport, readReport, reportInto } from './run-report.ts'

/** More unsteady files than these are a suite that nobody can trust. */
const mostUnsteady = 3

export interface Verdict {
  readonly passed: number
  readonly failed: number
}

export interface TestRun {
  /** Of vitest. */
  readonly config: string
  /** Where the reports are kept. */
  readonly folder: string
  readonly environment?: Readonly<Record<string, string>>
  /** Whether vitest writes to this process's own output while it runs. */
  readonly isShown?: boolean
  readonly say: (words: string) => void
}

const vitest = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs')

export interface Ended {
  readonly report: RunReport
  readonly output: string
}

/** Runs vitest once. @param given its arguments: filters and options */
export const startTests = async (
  { config, folder, environment, isShown = false }: TestRun,
  name: string,
  given: readonly string[],
): Promise<Ended> => {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${name}.json`)
  const reporting = reportInto(path)
  const options = [`--reporter=${isShown ? 'dot' : 'default'}`, ...reporting.arguments]
  const { code, output } = await runProgram([vitest, 'run', '--config', config, ...options, ...given], {
    env: { ...process.env, ...environment, ...reporting.environment, ...(!isShown && { NO_COLOR: '1' }) },
    stdio: isShown ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  })
  const report = readReport(path)
  const isRed = report.failedFiles.length > 0 || report.faults.length > 0
  const faults = code !== 0 && !isRed ? [...report.faults, `vitest ended with ${code}.`] : report.faults
  return { report: { ...report, faults }, output }
}

/** A file that failed before or after its tests counts as one. */
const failuresOf = ({ tests }: FailedFile): number => Math.max(1, tests.length)

const namesIn = ({ file, tests }: FailedFile): readonly string[] =>
  tests.length > 0 ? tests.map(({ name }) => `${file} > ${name}`) : [file]

const outputOf = ({ file, errors, tests }: FailedFile): string =>
  [
    ...errors.map(error => `${file}\n${error}`),
    ...tests.map(({ name, errors }) => `${file} > ${name}\n${errors.join('\n')}`),
  ].join('\n')

/** Runs a file that failed once more, alone, and says what came of it. @returns what it adds to the verdict */
const runAgain = async (run: TestRun, failed: FailedFile): Promise<Verdict> => {
  const again = await startTests({ ...run, isShown: false }, 'again', [failed.file])
  const { failedFiles, faults } = again.report
  const failsAgain = failedFiles.length > 0 || faults.length > 0
  run.say(
    [
      ...namesIn(failed).map(name => `${failsAgain ? 'failed twice' : 'unsteady'}: ${name}`),
      '-- the first time',
      outputOf(failed),
      '-- the second time',
      again.output.trim(),
    ].join('\n'),
  )
  return failsAgain
    ? { passed: 0, failed: failuresOf(failed) }
    : { passed: again.report.passed - failed.passed, failed: 0 }
}

/**
 * Runs tests, and after everything else each file that failed once more, alone. What passes then is unsteady: it is said,
 * and counts as passed. Vitest's `retry` repeats a test where it stands: beside all others, and behind what its file did.
 * @param first what runs them the first time
 */
export const testTwice = async (
  run: TestRun,
  filters: readonly string[],
  first: () => Promise<Ended> = () => startTests(run, 'first', filters),
): Promise<Verdict> => {
  const { report } = await first()
  if (run.isShown) for (const { file, seconds } of report.slowest) run.say(`slow: ${seconds} s ${file}`)
  for (const fault of report.faults) run.say(`failed: ${fault}`)
  let { passed } = report
  let failed = report.faults.length
  if (report.failedFiles.length > mostUnsteady) {
    run.say(`${report.failedFiles.length} files failed: so many are not tried again.`)
    for (const file of report.failedFiles)
      run.say([...namesIn(file).map(name => `failed: ${name}`), outputOf(file)].join('\n'))
    return { passed, failed: report.failedFiles.reduce((sum, file) => sum + failuresOf(file), failed) }
  }
  for (const file of report.failedFiles) {
    const added = await runAgain(run, file)
    passed += added.passed
    failed += added.failed
  }
  return { passed, failed }
}
