import assert from 'node:assert/strict'
import { toThinBody } from '../../../../shared/event/body.ts'
import { toMaskedBytes } from '../../../../shared/event/envelope.ts'
import { listAttempts } from '../../../../shared/webhook/delivery/attempt-store.ts'
import { retryDelaysSeconds } from '../../../../shared/webhook/delivery/result.ts'
import { toResumeSearches } from '../../../../shared/webhook/delivery/resume-endpoint.ts'
import { type Endpoint, toEndpointChange } from '../../../../shared/webhook/endpoint/endpoint.ts'
import { changeEndpoint, findEndpoint, removeEndpoint } from '../../../../shared/webhook/endpoint/store.ts'
import { at, seededRandom, startMs, type TurnedClock, turnedClock } from './clock.ts'
import {
  attemptAt,
  type Behaviour,
  failures,
  isSuccess,
  type Receipt,
  type Send,
  successes,
} from './receivers.ts'
import { crashesIn, openEndpoint, openEvent, openRun, type Run, startDelivery } from './run.ts'

/* Random fates of endpoints, lived by the real dispatcher on the real engine and a turned clock, and what must be true of each. */

const dayMs = 86_400_000
/** A recovery of the endpoint sends an event again that has fewer than twenty, with a schedule of its own. */
const mostAttempts = 20 + retryDelaysSeconds.length
const scheduleMs = retryDelaysSeconds.reduce((sum, seconds) => sum + seconds, 0) * 1000

/** One endpoint's fate: until `wellFromMs` its receiver mostly fails, then it never does. */
interface Fate {
  readonly wellFromMs: number
  readonly luck: number
  readonly isGone: boolean
  readonly deletedAtMs: number
}

const pick = <Item>(items: readonly Item[], random: () => number): Item =>
  items[Math.floor(random() * items.length)]!

const fateOf = (random: () => number): Fate => {
  const recovery = random()
  const wellFromMs = recovery < 0.3 ? 0 : recovery < 0.85 ? startMs + random() * 3 * dayMs : Infinity
  return {
    wellFromMs,
    luck: random() < 0.3 ? 0.2 : 0,
    isGone: random() < 0.15,
    deletedAtMs: random() < 0.1 ? startMs + random() * dayMs : Infinity,
  }
}

const behaviourOf = (fate: Fate, nowMs: number, random: () => number): Behaviour => {
  if (nowMs >= fate.wellFromMs || random() < fate.luck) return pick(successes, random)
  const behaviour = pick(failures, random)
  return behaviour === '410' && !fate.isGone ? '500' : behaviour
}

interface World {
  readonly clock: TurnedClock
  readonly run: Run
  readonly receipts: Receipt[]
  readonly endpoints: readonly Endpoint[]
  readonly fates: Map<string, Fate>
  readonly events: Awaited<ReturnType<typeof openEvent>>[]
}

const pathOf = (endpoint: Endpoint): string => new URL(endpoint.url).pathname

/** Two endpoints, two events within a day or within seconds, and whatever fate the seed holds for them. */
const openWorld = async (seed: number, send: Send | undefined): Promise<World> => {
  const random = seededRandom(seed)
  const clock = turnedClock()
  const receipts: Receipt[] = []
  const fates = new Map<string, Fate>()
  const decide = (path: string) => behaviourOf(fates.get(path)!, clock.now(), random)
  const attempt = attemptAt(clock, decide, receipts, send)
  const run = openRun({ clock, random, attempt, crashes: crashesIn(0.05, random) })
  const now = at(0)
  const payloads = ['full', 'masked', 'thin'] as const
  const endpoints = await Promise.all(
    [1, 2].map(id => openEndpoint(seed, id, now, { payload: pick(payloads, random) })),
  )
  for (const endpoint of endpoints) {
    const fate = fateOf(random)
    fates.set(pathOf(endpoint), fate)
    if (fate.deletedAtMs < Infinity)
      clock.after((fate.deletedAtMs - startMs) / 1000, async () => {
        await removeEndpoint(endpoint, now)
      })
  }
  const events: World['events'] = []
  const isBurst = random() < 0.5
  for (const verificationId of [1, 2])
    clock.after(random() * (isBurst ? 10 : 86_400), async () => {
      const event = await openEvent(seed, verificationId, new Date(clock.now()).toISOString())
      events.push(event)
      for (const endpoint of endpoints) await startDelivery(event, endpoint, run)
    })
  return { clock, run, receipts, endpoints, fates, events }
}

const wasDelivered = (world: World, path: string, id: string): boolean =>
  world.receipts.some(receipt => receipt.path === path && receipt.id === id && isSuccess(receipt.behaviour))

const payloads = { full: (body: string) => body, masked: toMaskedBytes, thin: toThinBody } as const

/** Nothing goes to a deleted endpoint, and whatever goes out is the event's own bytes under its own id. */
const checkReceipts = ({ receipts, endpoints, fates, events }: World) => {
  for (const { path, id, body, atMs } of receipts) {
    const endpoint = endpoints.find(each => pathOf(each) === path)!
    const frozen = events.find(({ event }) => event.id === id)!
    assert.equal(body, payloads[endpoint.payload](frozen.body))
    assert(atMs <= fates.get(path)!.deletedAtMs, 'a deleted endpoint was called')
  }
}

/** An event that did not arrive was tried to the end of its schedule, or its endpoint is off for a reason, or deleted. */
const checkEnd = async (world: World, endpoint: Endpoint) => {
  const path = pathOf(endpoint)
  const fate = world.fates.get(path)!
  const now = await findEndpoint(endpoint, endpoint.id)
  if (!now) return assert(fate.deletedAtMs < Infinity, 'an endpoint is gone')
  const reasons = fate.isGone ? /410|five days/ : /five days/
  if (!now.enabled) assert.match(now.disabledReason!, reasons)
  for (const { event } of world.events) {
    if (wasDelivered(world, path, event.id)) continue
    const isInTime = fate.wellFromMs < Date.parse(event.createdAt) + 0.8 * scheduleMs
    if (now.enabled) assert(!isInTime, `${event.id} did not arrive, though its receiver was well in time`)
    const about = { nowMs: world.clock.now(), endpointId: endpoint.id }
    const attempts = await listAttempts(endpoint, event.id, about)
    // Copies of a message may make one more each.
    const scheduled = attempts.filter(({ firstAttempt }) => firstAttempt > 0)
    assert(scheduled.length <= mostAttempts, 'too many attempts')
    if (now.enabled) assert.partialDeepStrictEqual(scheduled.at(-1), { outcome: 'gave-up' })
  }
}

/** Repairs the receiver of a disabled endpoint, enables it, and expects what was pending. */
const checkResume = async (world: World, endpoint: Endpoint) => {
  const off = await findEndpoint(endpoint, endpoint.id)
  if (!off || off.enabled) return 0
  const path = pathOf(endpoint)
  world.fates.set(path, { ...world.fates.get(path)!, wellFromMs: 0 })
  const nowMs = world.clock.now()
  for (const { body, delaySeconds = 0 } of toResumeSearches(off, nowMs))
    world.clock.after(delaySeconds, () => sendSafely(world, body))
  await changeEndpoint(
    off,
    toEndpointChange(off, { enabled: true }, { scopes: [], now: new Date(nowMs).toISOString() }),
  )
  await world.clock.run()
  for (const { event } of world.events) {
    const about = { nowMs: world.clock.now(), endpointId: endpoint.id }
    const attempts = await listAttempts(endpoint, event.id, about)
    const isGivenUp = attempts.some(({ outcome }) => outcome === 'gave-up')
    assert(isGivenUp || wasDelivered(world, path, event.id), `${event.id} was not resumed`)
  }
  return 1
}

const sendSafely = async ({ run }: World, body: object): Promise<void> => {
  await run.ports.send([{ body }]).catch(() => run.ports.send([{ body }]))
}

/** What happened in all worlds: without some of each, their checks would say nothing. */
interface Totals {
  readonly delivered: number
  readonly receipts: number
  readonly crashes: number
  readonly resumed: number
  /** Deliveries that went the way of slow receivers. */
  readonly diverted: number
}

const liveOne = async (seed: number, send: Send | undefined): Promise<Totals> => {
  const world = await openWorld(seed, send)
  await world.clock.run()
  for (const endpoint of world.endpoints) await checkEnd(world, endpoint)
  let resumed = 0
  for (const endpoint of world.endpoints) resumed += await checkResume(world, endpoint)
  checkReceipts(world)
  const delivered = world.receipts.filter(({ behaviour }) => isSuccess(behaviour)).length
  const { diverted, crashes } = world.run
  return {
    delivered,
    receipts: world.receipts.length,
    crashes: crashes(),
    resumed,
    diverted: diverted.length,
  }
}

const lanes = 4

/**
 * Lives a world for each seed from the first on, four side by side: they share the engine and nothing else.
 * @param send real requests, instead of what they would look like
 * @throws AssertionError naming the seed of a world in which a promise was broken
 */
export const live = async (firstSeed: number, count: number, send?: Send): Promise<Totals> => {
  const totals = { delivered: 0, receipts: 0, crashes: 0, resumed: 0, diverted: 0 }
  const waiting = Array.from({ length: count }, (_, index) => firstSeed + index)
  const lane = async () => {
    for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
      const came = await liveOne(seed, send).catch(cause => {
        throw new Error(`seed ${seed}: ${cause.message}`, { cause })
      })
      for (const name of Object.keys(totals) as (keyof Totals)[]) totals[name] += came[name]
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return totals
}
