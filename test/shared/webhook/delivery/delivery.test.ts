import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAttempts } from '../../../../shared/webhook/delivery/attempt-store.ts'
import { resumptionOf } from '../../../../shared/webhook/delivery/resumption.ts'
import { retryDelaysSeconds } from '../../../../shared/webhook/delivery/schedule.ts'
import type { Endpoint } from '../../../../shared/webhook/endpoint/endpoint.ts'
import { changeOf } from '../../../../shared/webhook/endpoint/endpoint.ts'
import { changeEndpoint, findEndpoint, removeEndpoint } from '../../../../shared/webhook/endpoint/store.ts'
import { payloadOf } from '../../../../shared/webhook/payload/payload.ts'
import { startTable } from '../../../support/table.ts'
import { seededRandom, type TurnedClock, turnedClock } from './clock.ts'
import {
  attemptAt,
  type Behaviour,
  failures,
  isSuccess,
  openReceivers,
  type Receipt,
  successes,
} from './receivers.ts'
import { openEndpoint, openEvent, openRun, type Run, startDelivery } from './run.ts'

const startMs = Date.parse('2026-11-20T00:00:00.000Z')
const dayMs = 86_400_000
const scheduleMs = retryDelaysSeconds.reduce((sum, seconds) => sum + seconds, 0) * 1000

let table: AsyncDisposable
let receivers: Awaited<ReturnType<typeof openReceivers>>

beforeAll(async () => {
  table = await startTable()
  receivers = await openReceivers()
})
afterAll(async () => {
  await receivers[Symbol.asyncDispose]()
  await table[Symbol.asyncDispose]()
})

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
const openWorld = async (seed: number, isReal: boolean): Promise<World> => {
  const random = seededRandom(seed)
  const clock = turnedClock(startMs)
  const receipts: Receipt[] = []
  const fates = new Map<string, Fate>()
  const decide = (path: string) => behaviourOf(fates.get(path)!, clock.now(), random)
  const attempt = attemptAt(clock, decide, receipts, isReal ? receivers.send : undefined)
  const run = openRun({ clock, random, attempt, crashShare: 0.05 })
  const now = new Date(startMs).toISOString()
  const payloads = ['full', 'masked', 'thin'] as const
  const endpoints = await Promise.all(
    [1, 2].map(id => openEndpoint(seed, id, now, { payload: pick(payloads, random) })),
  )
  for (const endpoint of endpoints) {
    const fate = fateOf(random)
    fates.set(pathOf(endpoint), fate)
    if (fate.deletedAtMs < Infinity)
      clock.after((fate.deletedAtMs - startMs) / 1000, async () => {
        await removeEndpoint(endpoint, endpoint.id)
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

/** Nothing goes to a deleted endpoint, and whatever goes out is the event's own bytes under its own id. */
const checkReceipts = ({ receipts, endpoints, fates, events }: World) => {
  for (const { path, id, body, atMs } of receipts) {
    const endpoint = endpoints.find(each => pathOf(each) === path)!
    const frozen = events.find(({ event }) => event.id === id)!
    expect(body).toBe(payloadOf(frozen.body, endpoint.payload))
    expect(atMs).toBeLessThanOrEqual(fates.get(path)!.deletedAtMs)
  }
}

/** An event that did not arrive was tried to the end of its schedule, or its endpoint is off for a reason, or deleted. */
const checkEnd = async (world: World, endpoint: Endpoint) => {
  const path = pathOf(endpoint)
  const fate = world.fates.get(path)!
  const now = await findEndpoint(endpoint, endpoint.id)
  if (!now) return expect(fate.deletedAtMs).toBeLessThan(Infinity)
  const reasons = fate.isGone ? /410|five days/ : /five days/
  if (!now.enabled) expect(now.disabledReason).toMatch(reasons)
  for (const { event } of world.events) {
    if (wasDelivered(world, path, event.id)) continue
    const isInTime = fate.wellFromMs < Date.parse(event.createdAt) + 0.8 * scheduleMs
    if (now.enabled) expect(isInTime).toBe(false)
    const about = { nowMs: world.clock.now(), endpointId: endpoint.id }
    const attempts = await listAttempts(endpoint, event.id, about)
    expect(attempts.length).toBeLessThanOrEqual(retryDelaysSeconds.length + 1)
    if (now.enabled) expect(attempts.at(-1)).toMatchObject({ attempt: 10, outcome: 'gave-up' })
  }
}

/** Repairs a receiver whose endpoint was switched off, switches it on, and expects what was pending. */
const checkResumption = async (world: World, endpoint: Endpoint) => {
  const off = await findEndpoint(endpoint, endpoint.id)
  if (!off || off.enabled) return 0
  const path = pathOf(endpoint)
  world.fates.set(path, { ...world.fates.get(path)!, wellFromMs: 0 })
  const nowMs = world.clock.now()
  for (const { body, delaySeconds = 0 } of resumptionOf(off, nowMs))
    world.clock.after(delaySeconds, () => sendSafely(world, body))
  await changeEndpoint(off, changeOf(off, { enabled: true }, new Date(nowMs).toISOString()))
  await world.clock.run()
  for (const { event } of world.events) {
    const about = { nowMs: world.clock.now(), endpointId: endpoint.id }
    const attempts = await listAttempts(endpoint, event.id, about)
    const isGivenUp = attempts.at(-1)?.outcome === 'gave-up'
    expect(isGivenUp || wasDelivered(world, path, event.id)).toBe(true)
  }
  return 1
}

const sendSafely = async ({ run }: World, body: object): Promise<void> => {
  await run.ports.send([{ body }]).catch(() => run.ports.send([{ body }]))
}

const seeds = (count: number, from: number) => Array.from({ length: count }, (_, index) => from + index)

/** Runs worlds side by side: they share the engine and nothing else. */
const live = async (all: readonly number[], isReal: boolean) => {
  const totals = { delivered: 0, crashes: 0, receipts: 0, resumed: 0 }
  const waiting = [...all]
  const lane = async () => {
    for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
      const world = await openWorld(seed, isReal)
      await world.clock.run()
      for (const endpoint of world.endpoints) await checkEnd(world, endpoint)
      for (const endpoint of world.endpoints) totals.resumed += await checkResumption(world, endpoint)
      checkReceipts(world)
      totals.receipts += world.receipts.length
      totals.crashes += world.run.crashes()
      totals.delivered += world.receipts.filter(({ behaviour }) => isSuccess(behaviour)).length
    }
  }
  await Promise.all([lane(), lane(), lane(), lane()])
  return totals
}

describe('a dispatcher that crashes anywhere, between receivers that do anything', () => {
  it('brings every event at least once, with one id and one body, to all that answer in time', async () => {
    const totals = await live(seeds(200, 1000), false)
    expect(totals.delivered).toBeGreaterThan(500)
    expect(totals.crashes).toBeGreaterThan(500)
    expect(totals.resumed).toBeGreaterThan(5)
  }, 180_000)

  it('does so over real connections, too', async () => {
    const totals = await live(seeds(10, 5000), true)
    expect(totals.delivered).toBeGreaterThan(20)
  }, 120_000)
})
