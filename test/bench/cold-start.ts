/*
 * Import and first request of a bundled function in a fresh process, against the same work on Express, bundled as most
 * teams do it, and on Hono, bundled with our flags: npm run bench -- cold-start. The first request is an authenticated
 * POST /v1/addresses to the real engine over TLS. The start of Node itself is not in it, since it is everybody's. In a
 * round every contestant starts once, in another order each time; a ratio is the median of the rounds' own. With
 * `--against COMMIT`, beside the functions of the commit.
 */
import { runsOr, unlessShort } from './options.ts'
import { type Arena, assertSameAnswers, openArena } from './peers/arena.ts'
import type { Outcome } from './peers/contestant.ts'
import { median, pairedRatio } from './peers/statistics.ts'
import { conclude, printAgainst, withoutPeers } from './recording.ts'
import { kilobytesOf } from './stage.ts'

const runs = runsOr(5)
const rounds = unlessShort(6, 1)
type Contestant = Arena['contestants'][number]
type Name = Contestant['name']
type Measured = ReadonlyMap<Name, readonly Outcome[]>

await using arena = await openArena()
const { contestants } = arena

const startOnce = async (contestant: Contestant): Promise<Outcome> => {
  await using container = arena.start(contestant)
  return await container.run('address')
}

const measure = async (): Promise<Measured> => {
  const measured = new Map(contestants.map(({ name }) => [name, [] as Outcome[]]))
  for (let round = 0; round < rounds; round++)
    for (let turn = 0; turn < contestants.length; turn++) {
      const contestant = contestants[(turn + round) % contestants.length]!
      measured.get(contestant.name)!.push(await startOnce(contestant))
    }
  return measured
}

const cpuOf = (measured: Measured, name: Name) => measured.get(name)!.map(({ cpuMs }) => cpuMs)

const print = (title: string, measured: Measured): void => {
  console.log(title)
  console.table(
    contestants.map(({ name, bundleOf }) => {
      const of = (figure: 'wallMs' | 'importMs' | 'cpuMs') =>
        Number(median(measured.get(name)!.map(one => one[figure])).toFixed(1))
      const times = { 'CPU ms': of('cpuMs'), ms: of('wallMs'), 'of which import': of('importMs') }
      return { name, 'bundle KB': kilobytesOf(bundleOf('api/addresses')), ...times }
    }),
  )
}

// Warms the file cache and the engine, and is not counted.
const warming = await measure()
assertSameAnswers(
  contestants.filter(({ name }) => name !== 'unchanged').map(({ name }) => warming.get(name)![0]!.body),
)

const all: Measured[] = []
for (let run = 1; run <= runs; run++) {
  all.push(await measure())
  print(`run ${run}`, all.at(-1)!)
}

const ratios = (name: Name) =>
  contestants.some(each => each.name === name)
    ? all.map(each => pairedRatio(cpuOf(each, 'ours'), cpuOf(each, name)))
    : withoutPeers

printAgainst({ 'import and first request over TLS, CPU': ratios('unchanged') })
conclude('cold-start', `${rounds} rounds, a fresh process each`, {
  toExpress: ratios('Express'),
  toHono: ratios('Hono'),
})
