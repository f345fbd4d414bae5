/**
 * Tests come in two tiers: `npm test`, which whoever changes a line waits for, and `npm run test:all`, which CI runs.
 * A file `*.all.test.ts` is of the second alone; in other files `isAll` widens what is tried.
 */
import { globSync } from 'node:fs'
import type { TestProject } from 'vitest/node'

export const isAll = process.env.TESTS === 'all'

export const allOnly = 'test/**/*.all.test.ts'

const files = 'test/**/*.test.ts'

/** Whether all files of the tier ran. */
export const isComplete = ({ state }: TestProject['vitest']): boolean =>
  state.getTestModules().length === globSync(files, { exclude: isAll ? [] : [allOnly] }).length

const leftBy = ({ state }: TestProject['vitest']): string => {
  const modules = state.getTestModules()
  const skipped = modules.reduce((sum, { children }) => sum + [...children.allTests('skipped')].length, 0)
  const left = globSync(allOnly).map(file => file.slice('test/'.length, -'.all.test.ts'.length))
  return `Left to npm run test:all: ${skipped} tests of these files, and ${left.sort().join(', ')}.`
}

const run = 'TESTS_RUN'

/** What vitest calls before the first file of each project; the answer is called after the last, and says what this tier left out. */
export const setup = ({ vitest }: TestProject) => {
  if (process.env[run] !== undefined) return () => {}
  process.env[run] = 'begun'
  return (): void => {
    if (!isComplete(vitest)) return
    console.log(
      isAll ? 'Left to .ci/run: rehearsal, clients, schemathesis. Left to hand: test/bench.' : leftBy(vitest),
    )
  }
}
