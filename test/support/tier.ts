/**
 * Tests come in three tiers: `npm test`, which whoever changes a line waits for; `npm run test:all`, which CI runs; and
 * `npm run test:nightly`. `test/core.ts` lists the files of the first, and what only the last has; that has also every
 * view and bench and more draws and rounds, by `isNightly`.
 */
import { globSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { core, nightly, notCore, testCount } from '../core.ts'
import { failRun } from './run-report.ts'

export const isNightly = process.env.TESTS === 'nightly'
export const isAll = isNightly || process.env.TESTS === 'all'

export const chosenFiles: readonly string[] = isAll ? ['test/**/*.test.ts'] : core
/** Matched by these, and left out. */
export const unchosenFiles: readonly string[] = [
  '**/node_modules/**',
  ...(isAll ? [] : notCore),
  ...(isNightly ? [] : nightly),
]

/** Whether all files of the tier ran. */
export const isComplete = ({ state }: TestProject['vitest']): boolean =>
  state.getTestModules().length === new Set(globSync(chosenFiles, { exclude: [...unchosenFiles] })).size

const countTests = ({ state }: TestProject['vitest']): number =>
  state.getTestModules().reduce((sum, { children }) => sum + [...children.allTests()].length, 0)

const inEnglish = (count: number): string => count.toLocaleString('en')

const run = 'TESTS_RUN'

/** What vitest calls before the first file of each project; the answer is called after the last, and says what this tier left out. */
export const setup = ({ vitest }: TestProject) => {
  if (process.env[run] !== undefined) return () => {}
  process.env[run] = 'begun'
  return (): void => {
    if (!isComplete(vitest)) return
    const count = countTests(vitest)
    if (isNightly) return
    console.log(
      isAll
        ? `npm run test:all: ${inEnglish(count)} tests; other views, benches and languages are in npm run test:nightly`
        : `npm test: ${inEnglish(count)} of ${inEnglish(testCount)} tests; the rest is in npm run test:all`,
    )
    if (isAll && count !== testCount) failRun(`test/core.ts says ${testCount} tests, and there are ${count}.`)
  }
}
