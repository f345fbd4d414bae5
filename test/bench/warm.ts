/*
 * Requests per second through a warm Lambda handler, against the same work on Express and on Hono, on the same
 * engine: node test/bench/warm.ts. One request at a time, as in a container: a new address each, then a read by id.
 * All remember the token for a minute, but for one that looks it up every time, as most teams do. The headline is CPU
 * time, what the contestant's own process spends; most of the wall time is the engine's, the same for everybody.
 * `SDK alone` makes the calls of one request with the SDK as it comes, and nothing else.
 */
import { assertSameAnswers, type Container, openArena } from './peers/arena.ts'
import { quantile, ratio } from './peers/statistics.ts'

const rounds = 16
const roundMs = 400
const kinds = ['create', 'read'] as const

await using arena = await openArena()
await using cleanup = new AsyncDisposableStack()
const containers = arena.contestants.map(contestant => cleanup.use(arena.start(contestant)))

const warmUp = async (container: Container): Promise<string[]> => {
  const created = await container.run('create', 1200)
  const read = await container.run('read', 800)
  return [...created.bodies, ...read.bodies]
}
const answers: string[][] = []
for (const [place, container] of containers.entries()) {
  const given = await warmUp(container)
  if (!arena.contestants[place]!.isFloor) answers.push(given)
}
for (const place of kinds.keys()) assertSameAnswers(answers.map(given => given[place]!))

interface Rates {
  readonly perSecond: number[]
  readonly cpuMs: number[]
}
const measured = kinds.map(() => containers.map((): Rates => ({ perSecond: [], cpuMs: [] })))

const medianRatio = (ours: readonly number[], theirs: readonly number[]): number =>
  quantile(
    ours.map((one, round) => (100 * one) / theirs[round]!),
    0.5,
  ) / 100

for (let round = 0; round < rounds; round++)
  for (const [which, kind] of kinds.entries())
    for (const [place, container] of containers.entries()) {
      // A read repeats the container's latest order, so that every contestant reads one of its own.
      const { requests, wallMs, cpuMs } = await container.run(kind, roundMs)
      measured[which]![place]!.perSecond.push((requests / wallMs) * 1000)
      measured[which]![place]!.cpuMs.push(cpuMs / requests)
    }

for (const [which, kind] of kinds.entries()) {
  const rows = arena.contestants.map(({ name }, place) => {
    const { perSecond, cpuMs } = measured[which]![place]!
    return {
      name,
      'median per s': Math.round(quantile(perSecond, 0.5)),
      'least–most': `${Math.round(quantile(perSecond, 0))}–${Math.round(quantile(perSecond, 1))}`,
      'CPU ms per request': (
        quantile(
          cpuMs.map(ms => ms * 1000),
          0.5,
        ) / 1000
      ).toFixed(2),
    }
  })
  console.log(`\n${kind}: ${rounds} rounds of ${roundMs} ms each`)
  console.table(rows)
  for (const [place, { name, isFloor }] of arena.contestants.entries()) {
    if (place === 0 || isFloor) continue
    const [ours, theirs] = [measured[which]![0]!, measured[which]![place]!]
    // Of each round, since a round's contestants met the same machine.
    const cpu = medianRatio(ours.cpuMs, theirs.cpuMs)
    const rate = medianRatio(ours.perSecond, theirs.perSecond)
    console.log(ratio(`CPU per request / ${name}`, cpu, 'at most', name.startsWith('Express') ? 0.5 : 0.55))
    console.log(`  requests per second / ${name}: ${rate.toFixed(2)}`)
  }
}
