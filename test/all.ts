import { joinShards, runShard } from './shards.ts'
import { runProgram } from './support/program.ts'
import { testTwice, type Verdict } from './support/tests-twice.ts'

/*
 * `npm run test:all`: every test but those of the night; at last each file that failed once more, alone. `npm run test:all
 * -- journeys/dispute` is for the files whose path has these words. `npm run test:all -- --shard 1/3` runs a third, on one
 * of three machines; `npm run test:all -- --join`, where their folders `.build/tests/shards` are put together, says what
 * came of all. `npm run test:nightly`: the same in every view and with every bench, and whole what takes longest; then
 * what needs the tools of other languages, where they are.
 */

interface Program {
  readonly name: string
  readonly arguments: readonly string[]
}

const nightly: readonly Program[] = [
  { name: 'clients', arguments: ['test/clients/main.ts'] },
  { name: 'rehearsal', arguments: ['test/rehearsal/main.ts'] },
  { name: 'properties', arguments: ['test/properties/schemathesis.ts', '--examples', '100'] },
  { name: 'table', arguments: ['test/dynamodb-local/main.ts'] },
]

/** The names of what failed, which the end says again: a log may be kept by its end alone. */
const named: string[] = []

const say = (words: string): void => {
  console.log(words)
  named.push(...(words.match(/^(failed|failed twice|unsteady): .*$/gm) ?? []))
}

/** What a program says of how much passed and failed; one that counts nothing is one test. */
const verdictOf = (output: string, code: number): Verdict => {
  const counted = /^\w+: (\d+) passed, (\d+) failed/m.exec(output)
  if (!counted) return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  const [passed, failed] = [Number(counted[1]), Number(counted[2])]
  return { passed, failed: code === 0 ? failed : Math.max(1, failed) }
}

/** One whose tools are not here says so. */
const perform = async ({ name, arguments: given }: Program): Promise<Verdict> => {
  // What is skipped is no failure.
  const env = { ...process.env, CI: 'true' }
  const beganAt = Date.now()
  const { code, output } = await runProgram(given, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const verdict = verdictOf(output, code)
  console.log(`== ${name}, ${Math.round((Date.now() - beganAt) / 1000)} s\n${output.trim()}`)
  if (verdict.failed > 0) say(`failed: ${name}`)
  return verdict
}

const sum = (verdicts: readonly Verdict[]): Verdict => ({
  passed: verdicts.reduce((total, { passed }) => total + passed, 0),
  failed: verdicts.reduce((total, { failed }) => total + failed, 0),
})

const runOf = (tier: 'all' | 'nightly') => ({
  config: 'test/vitest.config.ts',
  folder: '.build/tests',
  environment: { TESTS: tier },
  isShown: true,
  say,
})

const testAll = (filters: readonly string[]): Promise<Verdict> => testTwice(runOf('all'), filters)

/** One after the other: each of the programs uses all of the machine. */
const testNightly = async (filters: readonly string[]): Promise<Verdict> => {
  const verdicts = [await testTwice(runOf('nightly'), filters)]
  for (const program of filters.length === 0 ? nightly : []) verdicts.push(await perform(program))
  return sum(verdicts)
}

/** Joins what shards with these filters left. Nobody judges grants by a part of the tests. */
const testJoined = (filters: readonly string[]): Promise<Verdict> =>
  testTwice(runOf('all'), filters, () =>
    joinShards(runOf('all'), filters.length === 0 ? ['test/grants/joined-run.ts'] : []),
  )

const tiers: Readonly<Record<string, (filters: readonly string[]) => Promise<Verdict>>> = {
  '--nightly': testNightly,
  '--join': testJoined,
}

const given = process.argv.slice(2)
if (given[0] === '--shard') {
  if (!(await runShard(runOf('all'), `${given[1]}`, given.slice(2)))) process.exitCode = 1
} else {
  const run = tiers[given[0] ?? '']
  const { passed, failed } = await (run ? run(given.slice(1)) : testAll(given))
  for (const name of new Set(named)) console.log(name)
  console.log(`${passed} passed, ${failed} failed`)
  if (failed > 0) process.exitCode = 1
}
