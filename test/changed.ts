import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { nightly } from './core.ts'
import { runProgram } from './support/program.ts'
import { filesMatching, imports, isIn, loadedAfter, loadedBy } from './support/source-imports.ts'

/*
 * `npm run test:changed`: the tests whose imports reach what changed since the last commit, those of the night only where they
 * changed themselves; `npm run test:changed -- HEAD~3`: since that one. Two kinds of files reach nearly all of `shared`, and take minutes: one that
 * hosts the service runs where it changed itself, one that synthesises it where what it imports besides `shared` did. Vitest's
 * `--changed` would run every file outside the rooms, since their global setup imports `infra`.
 */

const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs')
const [base = 'HEAD'] = process.argv.slice(2)

const git = (...words: readonly string[]): readonly string[] =>
  execFileSync('git', words, { encoding: 'utf8' }).split('\n')
const changed = new Set([
  ...git('diff', '--name-only', base),
  ...git('ls-files', '--others', '--exclude-standard'),
])

const after = loadedAfter(imports)
const isReached = (file: string): boolean => {
  const loaded = loadedBy(after, [file])
  if (loaded.includes('infra/emulator/emulator.ts')) return false
  const synthesises = loaded.includes('infra/synthesise.ts')
  return loaded.some(each => changed.has(each) && !(synthesises && isIn('shared')(each)))
}
const files = filesMatching('test/**/*.test.ts').filter(file => changed.has(file) || isReached(file))
const ofNight = new Set(nightly.flatMap(filesMatching))
const isOfNight = (file: string): boolean => ofNight.has(file)

const run = async (tier: 'all' | 'nightly', some: readonly string[]): Promise<number> => {
  if (some.length === 0) return 0
  const given = [vitest, 'run', '--config', 'test/vitest.config.ts', ...some]
  const { code } = await runProgram(given, { env: { ...process.env, TESTS: tier }, stdio: 'inherit' })
  return code
}

if (files.length === 0) console.log('No test imports what changed: npm test tries it in the service.')
const codes = [
  await run(
    'all',
    files.filter(file => !isOfNight(file)),
  ),
  await run(
    'nightly',
    files.filter(file => isOfNight(file) && changed.has(file)),
  ),
]
process.exitCode = Math.max(...codes)
