/*
 * CPU time of a request through a warm Lambda handler, against the same work on Express, bundled as most teams do it, and
 * on Hono, bundled with our flags, on the same engine over TLS: npm run bench -- warm. One request at a time, as in a
 * container: a new address each, then a read by id. All remember the token for a minute. CPU time is what the contestant's
 * own process spends; most of the wall time is the engine's, the same for everybody. In a round every contestant works
 * once; a ratio is the median of the rounds' own. An order with an Idempotency-Key stands beside our own without one. With
 * `--against COMMIT`, all of it beside the functions of the commit.
 */
import { runsOr, unlessShort } from './options.ts'
import { type Arena, assertSameAnswers, openArena } from './peers/arena.ts'
import type { Kind } from './peers/requests.ts'
import { median, pairedRatio } from './peers/statistics.ts'
import { conclude, printAgainst, withoutPeers } from './recording.ts'

const runs = runsOr(5)
const { rounds, roundMs, warmUpMs } = unlessShort(
  { rounds: 6, roundMs: 250, warmUpMs: { address: 1200, other: 800 } },
  { rounds: 1, roundMs: 0, warmUpMs: { address: 0, other: 0 } },
)
/** What peers do, too. A read repeats the latest address, so that every contestant reads one of its own. */
const common: readonly Kind[] = ['address', 'read']
const kinds: readonly Kind[] = [...common, 'createWithKey']
type Name = Arena['contestants'][number]['name']

await using arena = await openArena()
const { contestants } = arena
const isOurs = (name: Name): boolean => name === 'ours' || name === 'unchanged'
const contestantsOf = (kind: Kind) => contestants.filter(({ name }) => common.includes(kind) || isOurs(name))

/** Of one run: what a request cost each contestant, round by round. */
interface Costs {
  readonly cpuMs: number[]
  readonly wallMs: number[]
}
type Measured = ReadonlyMap<Kind, ReadonlyMap<Name, Costs>>

const noCosts = (kind: Kind) =>
  new Map(contestantsOf(kind).map(({ name }) => [name, { cpuMs: [], wallMs: [] } as Costs]))

/** Until its code is compiled as it will be for the rest of a container's life. Answers what the common kinds were answered. */
const warmUp = async (name: Name, { run }: ReturnType<Arena['start']>): Promise<readonly string[]> => {
  const bodies: string[] = []
  for (const kind of kinds.filter(each => common.includes(each) || isOurs(name))) {
    const { body } = await run(kind, kind === 'address' ? warmUpMs.address : warmUpMs.other)
    if (common.includes(kind)) bodies.push(body)
  }
  return bodies
}

const measure = async (): Promise<Measured> => {
  await using cleanup = new AsyncDisposableStack()
  const running = contestants.map(each => ({ ...each, ...cleanup.use(arena.start(each)) }))
  const answers: (readonly string[])[] = []
  for (const each of running) {
    const given = await warmUp(each.name, each)
    // What is answered may have changed since the commit.
    if (each.name !== 'unchanged') answers.push(given)
  }
  for (const index of common.keys()) assertSameAnswers(answers.map(given => given[index]!))
  const measured = new Map(kinds.map(kind => [kind, noCosts(kind)]))
  for (let round = 0; round < rounds; round++)
    for (const [kind, costs] of measured) {
      const inTurn = running.filter(({ name }) => costs.has(name))
      for (let turn = 0; turn < inTurn.length; turn++) {
        const { name, run } = inTurn[(turn + round) % inTurn.length]!
        const { requests, wallMs, cpuMs } = await run(kind, roundMs)
        costs.get(name)!.cpuMs.push(cpuMs / requests)
        costs.get(name)!.wallMs.push(wallMs / requests)
      }
    }
  return measured
}

const print = (title: string, costs: ReadonlyMap<Name, Costs>): void => {
  console.log(title)
  console.table(
    [...costs].map(([name, { cpuMs, wallMs }]) => {
      const perSecond = Math.round(1000 / median(wallMs))
      return { name, 'CPU ms per request': Number(median(cpuMs).toFixed(3)), 'per second': perSecond }
    }),
  )
}

const all: Measured[] = []
for (let run = 1; run <= runs; run++) {
  all.push(await measure())
  for (const [kind, costs] of all.at(-1)!) print(`run ${run}: ${kind}`, costs)
}

const cpuOf = (measured: Measured, kind: Kind, name: Name) => measured.get(kind)!.get(name)!.cpuMs
const ratios = (kind: Kind, name: Name) =>
  contestants.some(each => each.name === name)
    ? all.map(each => pairedRatio(cpuOf(each, kind, 'ours'), cpuOf(each, kind, name)))
    : withoutPeers

printAgainst(Object.fromEntries(kinds.map(kind => [`${kind}, CPU`, ratios(kind, 'unchanged')])))
conclude('warm', `${rounds} rounds of ${roundMs} ms for every contestant, in fresh containers, warmed up`, {
  createToExpress: ratios('address', 'Express'),
  createToHono: ratios('address', 'Hono'),
  keyToCreate: all.map(each =>
    pairedRatio(cpuOf(each, 'createWithKey', 'ours'), cpuOf(each, 'address', 'ours')),
  ),
  readToExpress: ratios('read', 'Express'),
  readToHono: ratios('read', 'Hono'),
})
