import { seededRandom } from '../shared/webhook/delivery/clock.ts'
import { cancel, decide, drawEnd, visit } from './decisions.ts'
import { switchOff, switchOn } from './delivery.ts'
import { judge } from './judge.ts'
import type { Mutant } from './mutants.ts'
import { order } from './orders.ts'
import { openRelay } from './outbox.ts'
import { reconcile } from './reconcile.ts'
import { type EventFilter, filtersOf, type Verification } from './rules.ts'
import { once, openScheduler } from './scheduler.ts'
import { delayAfterMs, expireAfterMs } from './workflow.ts'
import { dayMs, hourMs, iso, minuteMs, pick, type Receiver, type Request, type World } from './world.ts'

const startMs = Date.parse('2026-11-20T00:00:00.000Z')
/** Orders come within this time. */
const orderingMs = 2 * dayMs
/** By then all of them are over. */
const horizonMs = orderingMs + expireAfterMs + dayMs
const sweepMs = 12 * hourMs

const deathShares = [0, 0.01, 0.03, 0.1] as const

const filterSets: readonly EventFilter[][] = [
  filtersOf(filter => filter.endsWith('completed')),
  filtersOf(filter => /^(address|employment)\.\*$/.test(filter)),
  filtersOf(filter => filter.startsWith('address.') && !filter.endsWith('*')),
  filtersOf(filter => filter === 'employment.*'),
]

const receiverOf = (random: () => number): Receiver => {
  const luck = random()
  const wellFromMs =
    luck < 0.5 ? 0 : luck < 0.9 ? startMs + random() * 3 * dayMs : startMs + random() * 9 * dayMs
  return {
    wellFromMs: random() < 0.04 ? Infinity : wellFromMs,
    appliedShare: random() < 0.3 ? 0.5 : 0,
    isGone: random() < 0.1,
  }
}

const openWorld = (seed: number, mutant: Mutant | undefined): World => {
  const random = seededRandom(seed)
  const deathShare = pick(deathShares, random)
  const world: World = {
    random,
    clock: openScheduler({ random, startMs, deathShare }),
    mutant,
    mode: random() < 0.4 ? 'test' : 'live',
    isCalm: deathShare === 0,
    records: new Map(),
    assignments: new Map(),
    guards: new Map(),
    open: new Set(),
    keys: new Map(),
    events: new Map(),
    endpoints: new Map(),
    attempts: new Map(),
    stream: [],
    wake: () => {},
    executions: new Map(),
    receivers: new Map(),
    requests: [],
    receipts: [],
    told: [],
    ends: new Map(),
    visitedAtMs: new Map(),
    copies: { count: 0 },
    lost: new Set(),
    sent: [],
    probes: [],
    searches: { count: 0 },
    switchedOn: new Set(),
    published: new Set(),
    pushed: { count: 0 },
    orderedAtMs: new Map(),
    late: { count: 0 },
  }
  world.wake = openRelay(world)
  return world
}

/** At a time, as seen from outside: no process of ours. */
const at = (world: World, afterMs: number, action: () => void): void =>
  world.clock.begin(afterMs, once(action))

const openEndpoints = (world: World): void => {
  const { random, clock } = world
  const count = 1 + Math.floor(random() * 2)
  for (let id = 1; id <= count; id++) {
    const filters = pick(filterSets, random)
    const createdAtMs = clock.nowMs() - dayMs
    world.endpoints.set(id, { id, filters, enabled: true, createdAtMs, updatedAtMs: createdAtMs })
    world.receivers.set(id, receiverOf(random))
    if (random() > 0.2) continue
    const offMs = random() * orderingMs
    switchOff(world, id, offMs)
    if (random() < 0.8) switchOn(world, id, offMs + random() * (random() < 0.5 ? minuteMs : dayMs))
  }
  // An owner repairs a disabled endpoint, and enables it again.
  if (random() < 0.3) for (let id = 1; id <= count; id++) switchOn(world, id, 12 * dayMs + random() * dayMs)
}

/** Somebody registers an endpoint and orders at once. */
const registerLate = (world: World, afterMs: number): void =>
  at(world, afterMs, () => {
    const [id, nowMs] = [3, world.clock.nowMs()]
    const filters = pick(filterSets, world.random)
    world.endpoints.set(id, { id, filters, enabled: true, createdAtMs: nowMs, updatedAtMs: nowMs })
    world.receivers.set(id, receiverOf(world.random))
  })

const recordOf = (world: World, { reference }: Request): Verification | undefined => {
  for (const record of world.records.values()) if (record.customerReference === reference) return record
  return undefined
}

/** When people come to it: at once, within days, or just when the workflow's waits end. */
const momentMs = ({ random }: World): number => {
  const draw = random()
  if (draw < 0.35) return random() * 4000
  if (draw < 0.8) return random() * 4 * dayMs
  return (draw < 0.92 ? delayAfterMs : expireAfterMs) + (random() - 0.5) * 4000
}

/** What people do about an order: visit, decide, decide again, cancel; often all at the same moment. */
const meddle = (world: World, request: Request, orderedMs: number): void => {
  const { random } = world
  const moment = momentMs(world)
  const near = () => orderedMs + (random() < 0.6 ? moment + random() * 1500 : momentMs(world))
  const about = (action: (record: Verification) => void) =>
    at(world, near(), () => {
      const record = recordOf(world, request)
      if (record) action(record)
    })
  if (random() < 0.5)
    about(record => world.clock.begin(0, visit(world, record.id, drawEnd(world, record)), { died: () => {} }))
  for (let deciders = Math.floor(random() * 3); deciders > 0; deciders--)
    about(record => decide(world, record.id, drawEnd(world, record), 0))
  for (let cancellers = Math.floor(random() * 2.6); cancellers > 0; cancellers--)
    about(record => cancel(world, record.id, 0))
}

const firstnames = ['Ngozi', 'Ada'] as const

const placeOrders = (world: World): void => {
  const { random } = world
  const count = 1 + Math.floor(random() * 3)
  const burstMs = random() * orderingMs
  for (let number = 1; number <= count; number++) {
    const request: Request = {
      key: `key-${number}`,
      verificationType: random() < 0.8 ? 'address' : 'employment',
      firstname: pick(firstnames, random),
      reference: `order-${number}`,
      isRevisit: random() < 0.25,
      answers: [],
    }
    world.requests.push(request)
    if (number === 1 && random() < 0.4) registerLate(world, burstMs + (random() - 0.05) * 2000)
    const orderedMs = random() < 0.6 ? burstMs + random() * 50 : random() * orderingMs
    order(world, request, orderedMs)
    // An impatient caller sends the same once more.
    if (random() < 0.3) order(world, request, orderedMs + random() * 200)
    meddle(world, request, orderedMs)
  }
}

const sweep = (world: World): void =>
  at(world, sweepMs, () => {
    const hasFound = reconcile(world)
    if (hasFound || world.clock.nowMs() < startMs + horizonMs) sweep(world)
  })

/** What happened in a schedule: without some of each, its judge would say nothing. */
export interface Happened {
  readonly orders: number
  readonly events: number
  readonly receipts: number
  readonly deaths: number
}

/** Lives one schedule. @throws Broken if it broke a promise */
export const live = (seed: number, mutant?: Mutant): Happened => {
  const world = openWorld(seed, mutant)
  openEndpoints(world)
  placeOrders(world)
  // Now and then the stream loses a change.
  if (!world.isCalm && world.random() < 0.2) world.lost.add(Math.floor(world.random() * 12))
  sweep(world)
  world.clock.run()
  judge(world)
  return {
    orders: world.records.size,
    events: world.events.size,
    receipts: world.receipts.length,
    deaths: world.clock.deaths(),
  }
}

/** The time at which every schedule begins. */
export const beginning = iso(startMs)
