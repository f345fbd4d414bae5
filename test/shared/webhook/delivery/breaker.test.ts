import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAttempts } from '../../../../shared/webhook/delivery/attempt-store.ts'
import type { Endpoint } from '../../../../shared/webhook/endpoint/endpoint.ts'
import { findEndpoint } from '../../../../shared/webhook/endpoint/store.ts'
import { startTable } from '../../../support/table.ts'
import { seededRandom, turnedClock } from './clock.ts'
import { attemptAt, type Behaviour, type Receipt } from './receivers.ts'
import { openEndpoint, openEvent, openRun, startDelivery } from './run.ts'

const startMs = Date.parse('2026-11-20T00:00:00.000Z')
const minuteMs = 60_000
const backlog = 40

let table: AsyncDisposable
let organisations = 0

beforeAll(async () => {
  table = await startTable()
})
afterAll(() => table[Symbol.asyncDispose]())

/** A backlog of events for one endpoint, whose receiver behaves as told, and everything that came of it. */
const live = async (decide: (nowMs: number) => Behaviour, eventsAtSeconds: readonly number[]) => {
  const organisationId = ++organisations
  const random = seededRandom(organisationId)
  const clock = turnedClock(startMs)
  const receipts: Receipt[] = []
  const attempt = attemptAt(clock, () => decide(clock.now()), receipts)
  const run = openRun({ clock, random, attempt })
  const endpoint = await openEndpoint(organisationId, 1, new Date(startMs).toISOString())
  for (const [index, seconds] of eventsAtSeconds.entries())
    clock.after(seconds, async () => {
      const event = await openEvent(organisationId, index + 1, new Date(clock.now()).toISOString())
      await startDelivery(event, endpoint, run)
    })
  await clock.run()
  return { receipts, endpoint, endedAtMs: clock.now() }
}

const attemptsOf = (endpoint: Endpoint, verificationId: number, nowMs: number) =>
  listAttempts(endpoint, `evt_${verificationId}_completed`, { nowMs, endpointId: 1 })

const arrivals = Array.from({ length: backlog }, (_, index) => 20 + index / 10)

describe('a receiver that hangs for half an hour while a backlog builds up', () => {
  const wellFromMs = startMs + 30 * minuteMs
  let hanging: Awaited<ReturnType<typeof live>>

  beforeAll(async () => {
    hanging = await live(nowMs => (nowMs < wellFromMs ? 'hang' : '200'), [0, ...arrivals])
  })

  it('is tried by one delivery at a time, and soon gets all of them once it is well', async () => {
    const { receipts, endpoint, endedAtMs } = hanging
    const failed = receipts.filter(({ behaviour }) => behaviour === 'hang')
    const gaps = failed.slice(1).map(({ atMs }, index) => atMs - failed[index]!.atMs)
    // The first, its retry at once, and then probes that never overlap.
    expect(Math.min(...gaps.slice(1))).toBeGreaterThanOrEqual(15_000)
    expect(failed.length).toBeLessThan(backlog)
    const arrived = new Set(receipts.filter(({ behaviour }) => behaviour === '200').map(({ id }) => id))
    expect(arrived.size).toBe(backlog + 1)
    const { failingSince, recoveredAt } = (await findEndpoint(endpoint, 1))!
    expect(failingSince).toBeUndefined()
    expect(Date.parse(recoveredAt!) - wellFromMs).toBeLessThan(11 * minuteMs)
    // What failed as a probe waits for its own next attempt, hours later; the rest waited for the receiver alone.
    const waited = receipts.filter(({ id }) => receipts.filter(other => other.id === id).length === 1)
    expect(waited.length).toBeGreaterThan(backlog / 4)
    const lastMs = Math.max(...waited.map(({ atMs }) => atMs))
    expect(lastMs).toBeGreaterThan(wellFromMs)
    expect(lastMs - wellFromMs).toBeLessThan(20 * minuteMs)
    expect(endedAtMs).toBeLessThan(startMs + 24 * 60 * minuteMs)
  })

  it('burns no attempts of those that wait', async () => {
    const { receipts, endpoint, endedAtMs } = hanging
    const made = await Promise.all(
      Array.from({ length: backlog }, (_, index) => attemptsOf(endpoint, index + 2, endedAtMs)),
    )
    expect(made.every(attempts => attempts.at(-1)?.outcome === 'delivered')).toBe(true)
    expect(made.flat().length + 10).toBeGreaterThanOrEqual(receipts.length)
    expect(made.filter(attempts => attempts.length === 1).length).toBeGreaterThan(backlog / 4)
  })
})

describe('a receiver that does nothing but fail', () => {
  it('is switched off after five days, and its owner can see why', async () => {
    const dailySeconds = Array.from({ length: 12 }, (_, index) => index * 43_200)
    const { endpoint, receipts } = await live(() => '500', dailySeconds)
    const off = (await findEndpoint(endpoint, 1))!
    expect(off).toMatchObject({ enabled: false, disabledReason: 'Every attempt of five days failed.' })
    expect(off.failingSince).toBe(new Date(receipts[0]!.atMs).toISOString())
    expect(off.lastFailure).toMatchObject({ status: 500, failure: 'status' })
    const days = (Date.parse(off.disabledAt!) - Date.parse(off.failingSince!)) / 86_400_000
    // The end of the last attempt decides; its beginning, some milliseconds before, is what is noted.
    expect(days).toBeGreaterThan(4.9999)
    expect(days).toBeLessThan(6)
    expect(receipts.at(-1)!.atMs).toBe(Date.parse(off.disabledAt!))
  })

  it('is not, if it succeeds once in between', async () => {
    const dailySeconds = Array.from({ length: 12 }, (_, index) => index * 43_200)
    let count = 0
    const { endpoint } = await live(() => (++count % 20 === 0 ? '200' : '500'), dailySeconds)
    expect((await findEndpoint(endpoint, 1))!.enabled).toBe(true)
  })
})

it('waits as long as the receiver asks for, up to a day', async () => {
  let count = 0
  const { receipts } = await live(() => (++count === 1 ? '429' : '200'), [0])
  const [first, second] = receipts
  const waitedSeconds = (second!.atMs - first!.atMs) / 1000
  expect(waitedSeconds).toBeGreaterThanOrEqual(7200)
  expect(waitedSeconds).toBeLessThan(7200 * 1.25)
})
