/**
 * Which files a run of tests has. `npm test`, which whoever changes a line waits for, `npm run test:all`, which CI runs, and
 * `npm run test:nightly`: `test/core.ts` lists the files of the first, and what only the last has.
 */
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { core, nightly, notCore, ofEmulator } from '../core.ts'
import { isAll, isNightly } from './tier.ts'

const git = (...words: readonly string[]): string | undefined => {
  const { status, stdout } = spawnSync('git', words, { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

/** The commit that a change began from: where it left main; on main itself, the commit before. */
const base = (): string | undefined => {
  const left = ['origin/main', 'main'].map(main => git('merge-base', 'HEAD', main)).find(Boolean)
  return left !== undefined && left !== git('rev-parse', 'HEAD')
    ? left
    : git('rev-parse', '--verify', 'HEAD^')
}

/** Whether a file of these paths is changed. Where git cannot tell, as in a shallow clone, it may be. */
const isChanged = (paths: readonly string[]): boolean => {
  const from = base()
  const changed = from && git('diff', '--name-only', from, '--', ...paths)
  const added = git('ls-files', '--others', '--exclude-standard', '--', ...paths)
  return changed === undefined || added === undefined || `${changed}${added}` !== ''
}

const emulatorTests = [`${ofEmulator.tests}/**/*.test.ts`]

export const chosenFiles: readonly string[] = isAll ? ['test/**/*.test.ts'] : core
/** Matched by these, and left out. */
export const unchosenFiles: readonly string[] = [
  '**/node_modules/**',
  ...(isAll ? [] : notCore),
  ...(isNightly ? [] : nightly),
  ...(isAll && !isNightly && !isChanged(Object.values(ofEmulator)) ? emulatorTests : []),
]

/** Whether all files of the tier ran. */
export const isComplete = ({ state }: TestProject['vitest']): boolean =>
  state.getTestModules().length === new Set(globSync(chosenFiles, { exclude: [...unchosenFiles] })).size

const countTests = ({ state }: TestProject['vitest']): number =>
  state.getTestModules().reduce((sum, { children }) => sum + [...children.allTests()].length, 0)

const run = 'TESTS_RUN'

const leftOut = (): string => {
  if (!isAll) return 'the rest is in npm run test:all'
  const emulator = unchosenFiles.includes(emulatorTests[0]!) ? 'the emulator, which is unchanged, ' : ''
  return `${emulator}other views, benches and languages are in npm run test:nightly`
}

/** What vitest calls before the first file of each project; the answer is called after the last, and says what this tier left out. */
export const setup = ({ vitest }: TestProject) => {
  if (process.env[run] !== undefined) return () => {}
  process.env[run] = 'begun'
  return (): void => {
    if (isNightly || !isComplete(vitest)) return
    const count = countTests(vitest).toLocaleString('en')
    console.log(`${isAll ? 'npm run test:all' : 'npm test'}: ${count} tests; ${leftOut()}`)
  }
}
