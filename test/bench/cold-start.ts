/*
 * Import and first request of a bundled function in a fresh process, against the same work on Express and on Hono:
 * node test/bench/cold-start.ts. The first request is an authenticated POST /v1/addresses to the real engine, over TLS
 * as to DynamoDB, and without. The start of Node itself is not in it, since it is everybody's. In a round every
 * contestant starts once, in another order each time; a ratio is the median of the rounds' own. With `--against COMMIT`,
 * beside the functions of the commit.
 */
import { runs, unlessShort } from './options.ts'
import { type Arena, assertSameAnswers, openArena } from './peers/arena.ts'
import type { Outcome } from './peers/contestant.ts'
import { median, pairedRatio } from './peers/statistics.ts'
import type { Transport } from './peers/surroundings.ts'
import { conclude, printAgainst, withoutPeers } from './recording.ts'
import { kilobytesOf } from './stage.ts'

const rounds = unlessShort({ tls: 6, plain: 4 }, { tls: 1, plain: 1 })
type Name = Arena['contestants'][number]['name']
type Measured = ReadonlyMap<Name, readonly Outcome[]>

await using arena = await openArena()
// A token cache is no help to a first request.
const contestants = arena.contestants.filter(({ environment }) => !environment)

const startOnce = async (index: number, transport: Transport): Promise<Outcome> => {
  await using container = arena.start(contestants[index]!, transport)
  return await container.run('address')
}

const measure = async (transport: Transport): Promise<Measured> => {
  const measured = new Map(contestants.map(({ name }) => [name, [] as Outcome[]]))
  for (let round = 0; round < rounds[transport]; round++)
    for (let turn = 0; turn < contestants.length; turn++) {
      const index = (turn + round) % contestants.length
      measured.get(contestants[index]!.name)!.push(await startOnce(index, transport))
    }
  return measured
}

const ratioTo = (measured: Measured, name: Name, figure: 'cpuMs' | 'wallMs'): number => {
  const [ours, theirs] = (['ours', name] as const).map(each => measured.get(each)!.map(one => one[figure]))
  return pairedRatio(ours!, theirs!)
}

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
const warming = await measure('tls')
assertSameAnswers(contestants.filter(each => !each.isFloor).map(({ name }) => warming.get(name)![0]!.body))

const overTls: Measured[] = []
const inPlain: Measured[] = []
for (let run = 1; run <= runs; run++) {
  overTls.push(await measure('tls'))
  inPlain.push(await measure('plain'))
  print(`run ${run}, over TLS`, overTls.at(-1)!)
  print(`run ${run}, over plain http`, inPlain.at(-1)!)
}

const ratios = (measured: readonly Measured[], name: Name, figure: 'cpuMs' | 'wallMs') =>
  contestants.some(each => each.name === name)
    ? measured.map(each => ratioTo(each, name, figure))
    : withoutPeers

printAgainst({
  'import and first request over TLS, CPU': ratios(overTls, 'unchanged', 'cpuMs'),
  '… time': ratios(overTls, 'unchanged', 'wallMs'),
})
conclude('cold-start', `${rounds.tls} rounds over TLS and ${rounds.plain} without, a fresh process each`, {
  cpuToExpress: ratios(overTls, 'Express', 'cpuMs'),
  cpuToExpressTuned: ratios(overTls, 'Express tuned', 'cpuMs'),
  cpuToHono: ratios(overTls, 'Hono', 'cpuMs'),
  cpuToHonoTuned: ratios(overTls, 'Hono tuned', 'cpuMs'),
  timeToExpress: ratios(overTls, 'Express', 'wallMs'),
  timeToHonoTuned: ratios(overTls, 'Hono tuned', 'wallMs'),
  plainTimeToExpress: ratios(inPlain, 'Express', 'wallMs'),
  plainTimeToHonoTuned: ratios(inPlain, 'Hono tuned', 'wallMs'),
})
