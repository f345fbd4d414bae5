import type { Split } from '../../../infra/docs/facts/regions.ts'
import { eventIdOf, isCharged, moves, recordOf, sameness, type Verification } from '../rules.ts'
import { once } from '../scheduler.ts'
import { dayMs, hourMs, iso } from '../world.ts'
import { relay } from './outbox.ts'
import { type Region, regions } from './replicas.ts'
import { calmMs, openWorld, type Setup, startMs, type World } from './world.ts'

/** What happens in the hour that begins with the split: assumptions, none of them measured. */
const assumed = {
  trafficMs: hourMs,
  /** One order, and one decision of an earlier one, each so often. */
  everyMs: 10_000,
  /** Decisions that meet a cancellation by the customer in the minute around them. */
  contestedShare: 0.02,
  /** Decisions that meet their workflow's note of lateness in the minute around them. */
  lateShare: 0.05,
  /** How long a caller waits for an answer before asking again. */
  waitMs: 5000,
} as const

const price = 2500

const at = (world: World, atMs: number, action: () => void): void =>
  world.clock.begin(Math.max(0, atMs - world.clock.nowMs()), once(action))

const routed = (world: World): Region => world.setup.routed(world.splitForMs(), world.random)

/** Holds the key, then writes record and guard, by what this region knows. */
const order = (world: World, number: number): void => {
  const region = routed(world)
  const key = `key-${number}`
  const id = ++world.ids.last
  if (!world.keys.write(region, key, { id }, stored => stored === undefined)) return
  const request = { firstname: `Ngozi${number}`, reference: key }
  const now = iso(world.clock.nowMs())
  const record = recordOf('address', request, { id, mode: 'live', now })
  if (!world.guards.write(region, sameness(record), { id }, stored => stored === undefined)) return
  world.records.write(region, `${id}`, record, stored => stored === undefined)
  world.accepted.set(key, [...(world.accepted.get(key) ?? []), id])
}

const orderUntilHeard = (world: World, number: number, atMs: number): void =>
  at(world, atMs, () => {
    order(world, number)
    if (world.random() < world.setup.unheardShare(world.splitForMs()))
      orderUntilHeard(world, number, world.clock.nowMs() + assumed.waitMs)
  })

/** Makes one move of a record, if its row allows it in this region's copy. */
const move = (
  world: World,
  region: Region,
  id: number,
  name: keyof typeof moves,
  to: Partial<Verification>,
) => {
  const stored = world.records.get(region, `${id}`)
  if (!stored) return
  const after = { ...stored, updatedAt: iso(world.clock.nowMs()), ...to } as Verification
  world.records.write(region, `${id}`, after, now =>
    (moves[name].from as readonly string[]).includes(now?.outcome ?? ''),
  )
}

const decide = (world: World, id: number): void =>
  move(world, routed(world), id, 'decide', { outcome: 'verified', price })

const near = (world: World, atMs: number): number => atMs + (world.random() - 0.5) * 60_000

/** The workflow lives where its order was accepted. */
const noteLate = (world: World, id: number): void => {
  const region = regions.find(each => world.waiting.has(`${each} ${id}`))
  if (region === undefined) return
  move(world, region, id, 'delay', {
    outcome: 'accepted',
    delayedAt: iso(world.clock.nowMs()),
  } as Partial<Verification>)
}

/** An order of before the split is decided during it. */
const decideEarlier = (world: World, number: number, atMs: number): void => {
  at(world, startMs, () => order(world, -number))
  const about = (action: (id: number) => void) => () => {
    for (const id of world.accepted.get(`key-${-number}`) ?? []) action(id)
  }
  at(
    world,
    atMs,
    about(id => decide(world, id)),
  )
  if (world.random() < assumed.contestedShare)
    at(
      world,
      near(world, atMs),
      about(id => move(world, routed(world), id, 'cancel', { outcome: 'cancelled' })),
    )
  if (world.random() < assumed.lateShare)
    at(
      world,
      near(world, atMs),
      about(id => noteLate(world, id)),
    )
}

/** What came of one split, once everything has come to rest. */
export type Counts = Split['counts']

/** What was told of each verification, each end once. */
const endsOf = (world: World): { readonly outcomes: Set<string>; readonly times: Set<string> }[] =>
  [...world.ends.values()].map(ends => ({
    outcomes: new Set(ends.map(({ outcome }) => outcome)),
    times: new Set(ends.map(({ updatedAt }) => updatedAt)),
  }))

const judge = (world: World): Counts => {
  const doubles = [...world.accepted.values()].filter(ids => ids.length > 1)
  const areBoth = (is: (id: number) => boolean) => doubles.filter(ids => ids.filter(is).length > 1).length
  const ends = endsOf(world)
  const sent = [...world.sent.values()]
  return {
    acceptedTwice: doubles.length,
    chargedTwice: areBoth(id => isCharged(world.records.get('here', `${id}`)!.outcome)),
    twoIds: areBoth(id => world.sent.has(eventIdOf(id, 'verification_completed'))),
    twoEnds: ends.filter(({ outcomes }) => outcomes.size > 1).length,
    endedAgain: ends.filter(({ outcomes, times }) => outcomes.size === 1 && times.size > 1).length,
    sentAgain: sent.reduce((sum, times) => sum + times - 1, 0),
    lostWaits: world.waiting.size,
  }
}

/** Lives one split: orders and decisions go on through it, and two days later people have decided everything. */
export const liveSplit = (seed: number, setup: Setup, splitMs: number): Counts => {
  const world = openWorld(seed, setup, splitMs, relay)
  const begins = startMs + calmMs
  for (let number = 1; number * assumed.everyMs <= assumed.trafficMs; number++) {
    const atMs = begins + (number - 0.5) * assumed.everyMs
    orderUntilHeard(world, number, atMs)
    decideEarlier(world, number, atMs)
  }
  at(world, begins + assumed.trafficMs + hourMs, () => {
    for (const ids of world.accepted.values())
      for (const id of ids) at(world, startMs + 2 * dayMs, () => decide(world, id))
  })
  world.clock.run()
  return judge(world)
}
