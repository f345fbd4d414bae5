import { beforeAll, describe, expect, it } from 'vitest'
import { listAttempts } from '../../../../shared/webhook/delivery/attempt-store.ts'
import { retryDelaysSeconds } from '../../../../shared/webhook/delivery/result.ts'
import type { Endpoint } from '../../../../shared/webhook/endpoint/endpoint.ts'
import { findEndpoint } from '../../../../shared/webhook/endpoint/store.ts'
import { startStage } from '../../table/stage.ts'
import { at, seededRandom, startMs, turnedClock } from './clock.ts'
import { attemptAt, type Behaviour, type Receipt } from './receivers.ts'
import { openEndpoint, openEvent, openRun, startDelivery } from './run.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
const backlog = 40

let organisations = 0

beforeAll(startStage)

/** A backlog of events for one endpoint, whose receiver behaves as told, and everything that came of it. */
const live = async (decide: (nowMs: number, id: string) => Behaviour, eventsAtSeconds: readonly number[]) => {
  const organisationId = ++organisations
  const random = seededRandom(organisationId)
  const clock = turnedClock()
  const receipts: Receipt[] = []
  const attempt = attemptAt(clock, (_path, id) => decide(clock.now(), id), receipts)
  const run = openRun({ clock, random, attempt })
  const endpoint = await openEndpoint(organisationId, 1, at(0))
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

  it('uses up no attempts of those that wait', async () => {
    const { receipts, endpoint, endedAtMs } = hanging
    const made = await Promise.all(
      Array.from({ length: backlog }, (_, index) => attemptsOf(endpoint, index + 2, endedAtMs)),
    )
    expect(made.every(attempts => attempts.at(-1)?.outcome === 'delivered')).toBe(true)
    expect(made.flat().length + 10).toBeGreaterThanOrEqual(receipts.length)
    expect(made.filter(attempts => attempts.length === 1).length).toBeGreaterThan(backlog / 4)
  })
})

describe('a receiver that is down for a day', () => {
  const wellFromMs = startMs + 24 * 60 * minuteMs
  const count = 12
  const hourly = Array.from({ length: count }, (_, index) => index * 7000)

  const arrivalsOf = (receipts: readonly Receipt[]) =>
    receipts.filter(({ behaviour }) => behaviour === '200').toSorted((one, other) => one.atMs - other.atMs)

  let down: Awaited<ReturnType<typeof live>>
  beforeAll(async () => {
    down = await live(nowMs => (nowMs < wellFromMs ? '500' : '200'), hourly)
  })

  it('gets all that waits within ten minutes of its first success, each event once', async () => {
    const { receipts, endpoint, endedAtMs } = down
    const arrived = arrivalsOf(receipts)
    expect(new Set(arrived.map(({ id }) => id)).size).toBe(count)
    expect(arrived).toHaveLength(count)
    const lastsMs = arrived.at(-1)!.atMs - arrived[0]!.atMs
    expect(lastsMs).toBeLessThanOrEqual(10 * minuteMs)
    for (let index = 1; index <= count; index++) {
      const made = await attemptsOf(endpoint, index, endedAtMs)
      expect(made.filter(({ outcome }) => outcome === 'delivered')).toHaveLength(1)
      expect(made).toHaveLength(receipts.filter(({ id }) => id === `evt_${index}_completed`).length)
    }
  })

  it('is not flooded: what is sent again comes over two minutes', () => {
    const perSecond = Map.groupBy(arrivalsOf(down.receipts), ({ atMs }) => Math.floor(atMs / 1000))
    expect(Math.max(...[...perSecond.values()].map(({ length }) => length))).toBeLessThanOrEqual(4)
  })

  it('gets them after a second outage, too, that began before they came', async () => {
    const again = [wellFromMs + 5.2 * minuteMs, wellFromMs + 6 * 60 * minuteMs] as const
    const isDown = (nowMs: number) => nowMs < wellFromMs || (nowMs > again[0] && nowMs < again[1])
    const { receipts } = await live(nowMs => (isDown(nowMs) ? '500' : '200'), hourly)
    const arrived = arrivalsOf(receipts)
    expect(new Set(arrived.map(({ id }) => id)).size).toBe(count)
    expect(arrived).toHaveLength(count)
    const late = arrived.filter(({ atMs }) => atMs >= again[1])
    expect(late.length).toBeGreaterThan(0)
    expect(late.at(-1)!.atMs - late[0]!.atMs).toBeLessThanOrEqual(10 * minuteMs)
  })
})

const poison = 'evt_1_completed'

it('an event that no receiver takes is tried for as long as its schedule says, and is not sent at every success', async () => {
  const everyHour = Array.from({ length: 120 }, (_, index) => 30 + index * 3600)
  const { receipts, endpoint, endedAtMs } = await live(
    (_nowMs, id) => (id === poison ? '500' : '200'),
    [0, ...everyHour],
  )
  const made = await attemptsOf(endpoint, 1, endedAtMs)
  const last = made.at(-1)!
  expect(last.outcome).toBe('gave-up')
  expect(Date.parse(last.at) - startMs).toBeGreaterThan(2.4 * dayMs)
  const sent = receipts.filter(({ id }) => id === poison)
  expect(sent).toHaveLength(made.length)
  expect(sent.length).toBeLessThanOrEqual(20 + retryDelaysSeconds.length)
})

it('a receiver that does nothing but fail is disabled after five days, and its owner can see why', async () => {
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

it('a receiver that fails for six days but for one success stays on', async () => {
  const sixDays = Array.from({ length: 12 }, (_, index) => index * 43_200)
  let succeededAtMs: number | undefined
  const { endpoint, receipts } = await live(nowMs => {
    if (nowMs > startMs + 6 * dayMs) return '200'
    if (succeededAtMs !== undefined || nowMs < startMs + 3 * dayMs) return '500'
    succeededAtMs = nowMs
    return '200'
  }, sixDays)
  const failed = receipts.filter(({ behaviour }) => behaviour === '500')
  expect(failed.at(-1)!.atMs - failed[0]!.atMs).toBeGreaterThan(5 * dayMs)
  expect(failed.filter(({ atMs }) => atMs > succeededAtMs!).length).toBeGreaterThan(5)
  expect((await findEndpoint(endpoint, 1))!.enabled).toBe(true)
})
