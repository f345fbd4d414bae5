/*
 * CPU time of a request through a warm Lambda handler, against the same work on Express and on Hono, on the same engine
 * over TLS: node test/bench/warm.ts. One request at a time, as in a container: a new address each, then a read by id.
 * All remember the token for a minute, but for one that looks it up every time, as most teams do. CPU time is what the
 * contestant's own process spends; most of the wall time is the engine's, the same for everybody. In a round every
 * contestant works once; a ratio is the median of the rounds' own. `SDK alone` makes the calls of one request with the
 * SDK as it comes, and nothing else.
 */
import { type Arena, assertSameAnswers, openArena } from './peers/arena.ts'
import { median, pairedRatio } from './peers/statistics.ts'
import { conclude, runs } from './recording.ts'

const rounds = 6
const roundMs = 250
const kinds = ['create', 'read'] as const
/** What no peer has: an order with an Idempotency-Key, and its repeat. */
const keyed = ['createWithKey', 'repeat'] as const
type Kind = (typeof kinds)[number] | (typeof keyed)[number]
type Name = Arena['contestants'][number]['name']

await using arena = await openArena()
const { contestants } = arena

/** Of one run: what a request cost each contestant, round by round. */
interface Costs {
  readonly cpuMs: number[]
  readonly wallMs: number[]
}
type Measured = Readonly<Record<Kind, ReadonlyMap<Name, Costs>>>

const noCosts = () => new Map(contestants.map(({ name }) => [name, { cpuMs: [], wallMs: [] } as Costs]))

/** Until its code is compiled as it will be for the rest of a container's life. */
const warmUp = async (container: ReturnType<Arena['start']>): Promise<readonly string[]> => {
  const created = await container.run('create', 1200)
  const read = await container.run('read', 800)
  return [created.body, read.body]
}

const measure = async (): Promise<Measured> => {
  await using cleanup = new AsyncDisposableStack()
  const containers = contestants.map(each => ({ ...each, ...cleanup.use(arena.start(each, 'tls')) }))
  const answers: (readonly string[])[] = []
  for (const container of containers) {
    const given = await warmUp(container)
    if (!container.isFloor) answers.push(given)
  }
  for (const index of kinds.keys()) assertSameAnswers(answers.map(given => given[index]!))
  const ours = containers[0]!
  for (const kind of keyed) await ours.run(kind, 800)
  const measured = { create: noCosts(), read: noCosts(), createWithKey: noCosts(), repeat: noCosts() }
  for (let round = 0; round < rounds; round++) {
    for (const kind of kinds)
      for (let turn = 0; turn < containers.length; turn++) {
        const { name, run } = containers[(turn + round) % containers.length]!
        // A read repeats the container's latest order, so that every contestant reads one of its own.
        const { requests, wallMs, cpuMs } = await run(kind, roundMs)
        measured[kind].get(name)!.cpuMs.push(cpuMs / requests)
        measured[kind].get(name)!.wallMs.push(wallMs / requests)
      }
    for (const kind of keyed) {
      const { requests, wallMs, cpuMs } = await ours.run(kind, roundMs)
      measured[kind].get(ours.name)!.cpuMs.push(cpuMs / requests)
      measured[kind].get(ours.name)!.wallMs.push(wallMs / requests)
    }
  }
  return measured
}

const print = (title: string, costs: ReadonlyMap<Name, Costs>): void => {
  console.log(title)
  console.table(
    contestants.map(({ name }) => {
      const { cpuMs, wallMs } = costs.get(name)!
      const perSecond = Math.round(1000 / median(wallMs))
      return { name, 'CPU ms per request': Number(median(cpuMs).toFixed(3)), 'per second': perSecond }
    }),
  )
}

const all: Measured[] = []
for (let run = 1; run <= runs; run++) {
  all.push(await measure())
  for (const kind of kinds) print(`run ${run}: ${kind}`, all.at(-1)![kind])
}

const ratios = (kind: Kind, name: Name): number[] =>
  all.map(({ [kind]: costs }) => pairedRatio(costs.get('ours')!.cpuMs, costs.get(name)!.cpuMs))
/** A request of ours beside another of ours. */
const ratiosTo = (kind: Kind, other: Kind): number[] =>
  all.map(measured => pairedRatio(measured[kind].get('ours')!.cpuMs, measured[other].get('ours')!.cpuMs))
const ours = (kind: Kind): number[] => all.map(({ [kind]: costs }) => median(costs.get('ours')!.cpuMs))

conclude('warm', `${rounds} rounds of ${roundMs} ms for every contestant, in fresh containers, warmed up`, {
  createToExpress: ratios('create', 'Express'),
  createToExpressTuned: ratios('create', 'Express tuned'),
  createToHono: ratios('create', 'Hono'),
  createToHonoTuned: ratios('create', 'Hono tuned'),
  readToExpress: ratios('read', 'Express'),
  readToExpressTuned: ratios('read', 'Express tuned'),
  readToHono: ratios('read', 'Hono'),
  readToHonoTuned: ratios('read', 'Hono tuned'),
  keyToCreate: ratiosTo('createWithKey', 'create'),
  repeatToRead: ratiosTo('repeat', 'read'),
  createCpu: ours('create'),
  readCpu: ours('read'),
})
