import { beforeAll, describe, expect, it } from 'vitest'
import { listAttempts } from '../../../../shared/webhook/delivery/attempt-store.ts'
import { slowDelivery } from '../../../../shared/webhook/delivery/queue.ts'
import { toEndpointChange } from '../../../../shared/webhook/endpoint/endpoint.ts'
import { changeEndpoint, findEndpoint, recordSlowness } from '../../../../shared/webhook/endpoint/store.ts'
import { startStage } from '../../table/stage.ts'
import { at, seededRandom, startMs, turnedClock } from './clock.ts'
import { attemptAt, type Behaviour, type Receipt, slowSeconds } from './receivers.ts'
import { openEndpoint, openEvent, openRun, startDelivery } from './run.ts'

let organisations = 100

beforeAll(startStage)

interface Options {
  readonly batches?: number
  readonly hasSlowLane?: boolean
}

/** The dispatcher on a turned clock, and organisations with an endpoint each whose receivers behave as told. */
const open = (options: Options = {}) => {
  const clock = turnedClock()
  const receipts: Receipt[] = []
  const behaviours = new Map<string, (nowMs: number) => Behaviour>()
  const attempt = attemptAt(clock, path => behaviours.get(path)!(clock.now()), receipts)
  let writes = 0
  const crashes = (when: 'before' | 'after', step: string) => {
    if (when === 'before' && step === 'write') writes++
    return false
  }
  const run = openRun({ clock, random: seededRandom(7), attempt, crashes, ...options })
  return {
    clock,
    run,
    writes: () => writes,
    organisation: async (behaviour: Behaviour | ((nowMs: number) => Behaviour)) => {
      const endpoint = await openEndpoint(++organisations, 1, at(0))
      const path = new URL(endpoint.url).pathname
      behaviours.set(path, typeof behaviour === 'string' ? () => behaviour : behaviour)
      return {
        endpoint,
        happens: (seconds: readonly number[]) => {
          for (const [index, second] of seconds.entries())
            clock.after(second, async () => {
              const event = await openEvent(endpoint.organisationId, index + 1, at(second))
              await startDelivery(event, endpoint, run)
            })
        },
        received: () => receipts.filter(receipt => receipt.path === path),
        now: () => findEndpoint(endpoint, 1),
      }
    },
  }
}

type Organisation = Awaited<ReturnType<ReturnType<typeof open>['organisation']>>

const every = (seconds: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => index * seconds)

/** Milliseconds from each event, one a second from the first on, until its receiver was asked. */
const delaysOf = ({ received }: Organisation): number[] =>
  received().map(({ id, atMs }) => atMs - startMs - (Number(id.split('_')[1]) - 1) * 1000)

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!

/** One receiver that takes 5 to 14 seconds and more events than five containers can bring it; another that answers at once. */
const besideSlow = async (hasSlowLane: boolean) => {
  const world = open({ batches: 5, hasSlowLane })
  const slow = await world.organisation('slow')
  const quick = await world.organisation('200')
  slow.happens(every(0.1, 250))
  quick.happens(every(1, 60))
  await world.clock.run()
  return { slow, delays: delaysOf(quick) }
}

describe('beside a receiver that answers 200 after 5 to 14 seconds', () => {
  let without: Awaited<ReturnType<typeof besideSlow>>
  let beside: Awaited<ReturnType<typeof besideSlow>>

  beforeAll(async () => {
    without = await besideSlow(false)
    beside = await besideSlow(true)
  })

  it('another waits as long as it likes, if both share their batches', () => {
    expect(without.delays).toHaveLength(60)
    expect(median(without.delays)).toBeGreaterThan(8000)
  })

  it('another waits for nothing, as slow receivers have batches of their own', () => {
    expect(beside.delays).toHaveLength(60)
    expect(median(beside.delays)).toBeLessThan(200)
    // Until the slow one is known to be, it holds what it has got hold of.
    expect(Math.max(...beside.delays.slice(15))).toBeLessThan(200)
    expect(Math.max(...beside.delays)).toBeLessThan(14_000)
  })

  it('nothing is lost or sent twice for being slow, and the endpoint stays enabled and healthy', async () => {
    const { slow } = beside
    expect(slow.received()).toHaveLength(250)
    expect(new Set(slow.received().map(({ id }) => id)).size).toBe(250)
    expect(await slow.now()).toMatchObject({ enabled: true, slowUntil: expect.any(String) })
    expect(await slow.now()).not.toHaveProperty('failingSince')
    const made = await listAttempts(slow.endpoint, 'evt_250_completed', { nowMs: startMs, endpointId: 1 })
    expect(made).toMatchObject([{ attempt: 1, outcome: 'delivered', status: 200, latencyMs: 5000 }])
  })

  it('at most ten requests are under way to it, once it is known and the first are over', () => {
    const spans = beside.slow.received().map(({ id, atMs }) => [atMs, atMs + slowSeconds(id) * 1000] as const)
    const later = spans.filter(([from]) => from > startMs + 20_000)
    const underWay = later.map(([from]) => spans.filter(([start, end]) => start <= from && from < end).length)
    expect(later.length).toBeGreaterThan(100)
    expect(Math.max(...underWay)).toBe(10)
  })
})

describe('a receiver that is slow', () => {
  it('is known to be after 3 seconds, before it has answered', async () => {
    const world = open()
    const slow = await world.organisation('slow')
    slow.happens([0, 2.5, 3.5])
    await world.clock.run()
    expect(world.run.diverted.map(({ eventId }) => eventId)).toEqual(['evt_3_completed'])
  })

  it('is stored once in five minutes, and each delivery costs what others cost', async () => {
    const known = every(60, 10)
    const quickly = open()
    ;(await quickly.organisation('200')).happens(known)
    await quickly.clock.run()
    const slowly = open()
    const slow = await slowly.organisation('slow')
    slow.happens(known)
    await slowly.clock.run()
    expect(slowly.writes() - quickly.writes()).toBe(2)
    // The second note came with the first attempt that began when less than five minutes were left.
    const noted = Date.parse((await slow.now())!.slowUntil!) - 600_000 - startMs
    expect(Math.round(noted / 1000)).toBe(303)
  })

  it('returns to the fast lane ten minutes after its last slow answer, without a write', async () => {
    const world = open()
    const turning = await world.organisation(nowMs => (nowMs < startMs + 60_000 ? 'slow' : '200'))
    turning.happens([0, 30, 300, 590, 604, 700])
    await world.clock.run()
    expect(world.run.diverted.map(({ eventId }) => eventId)).toEqual([
      'evt_2_completed',
      'evt_3_completed',
      'evt_4_completed',
    ])
    expect(turning.received()).toHaveLength(6)
    const { slowUntil } = (await turning.now())!
    expect(Math.floor((Date.parse(slowUntil!) - startMs) / 1000)).toBe(603)
  })

  it('is none that answers within 3 seconds', async () => {
    const world = open()
    const quick = await world.organisation('200')
    quick.happens(every(1, 5))
    await world.clock.run()
    expect(await quick.now()).not.toHaveProperty('slowUntil')
    expect(world.run.diverted).toEqual([])
  })

  it('and hangs waits as failing receivers do, but in the lane of slow ones', async () => {
    const world = open()
    const hanging = await world.organisation(nowMs => (nowMs < startMs + 300_000 ? 'hang' : '200'))
    hanging.happens(every(1, 20))
    await world.clock.run()
    expect(world.run.diverted.length).toBeGreaterThan(10)
    expect(new Set(hanging.received().map(({ id }) => id)).size).toBe(20)
    expect(await hanging.now()).not.toHaveProperty('failingSince')
  })
})

const groupOf = (organisationId: number, endpointId: number) =>
  slowDelivery({
    organisationId,
    mode: 'live',
    eventId: 'evt_1_completed',
    endpointId,
    attempt: 1,
    firstAttempt: 1,
    notBeforeMs: 0,
  }).group

it('the lane of slow receivers has one batch of an endpoint under way at a time, and four of an organisation', () => {
  const groups = (organisationId: number) =>
    new Set(Array.from({ length: 20 }, (_, id) => groupOf(organisationId, id)))
  expect(groupOf(1, 5)).toBe('1-live-1')
  expect(groups(1).size).toBe(4)
  expect(groups(1).isDisjointFrom(groups(2))).toBe(true)
})

describe('what is known of a receiver', () => {
  const context = { scopes: [], now: at(1) }

  it('is forgotten when its owner moves the endpoint to another', async () => {
    const known = { slowUntil: at(600), failingSince: at(0), nextProbeAt: at(20), recoveredAt: at(-60) }
    const failed = { lastFailure: { at: at(0) } as never, lastAnswer: new Uint8Array([1]) }
    const endpoint = await openEndpoint(++organisations, 1, at(0), { ...known, ...failed })
    await changeEndpoint(endpoint, toEndpointChange(endpoint, { url: 'https://elsewhere.example/' }, context))
    const moved = Object.keys((await findEndpoint(endpoint, 1))!)
    expect(moved.filter(name => name in known || name in failed)).toEqual([])
  })

  it('of its failing is forgotten when its owner enables it again, so that five days begin anew', async () => {
    const known = { slowUntil: at(600), failingSince: at(0), nextProbeAt: at(20) }
    const off = { enabled: false, disabledAt: at(1), disabledReason: 'Every attempt of five days failed.' }
    const endpoint = await openEndpoint(++organisations, 1, at(0), { ...known, ...off })
    await changeEndpoint(endpoint, toEndpointChange(endpoint, { enabled: true }, context))
    const enabled = Object.keys((await findEndpoint(endpoint, 1))!)
    expect(enabled.filter(name => name in known || name in off).toSorted()).toEqual(['enabled', 'slowUntil'])
  })

  it('stays when its owner changes anything else', async () => {
    const endpoint = await openEndpoint(++organisations, 1, at(0), { slowUntil: at(600) })
    await changeEndpoint(endpoint, toEndpointChange(endpoint, { description: 'the same' }, context))
    expect(await findEndpoint(endpoint, 1)).toMatchObject({ slowUntil: at(600) })
  })

  it('is not stored for another that has replaced it meanwhile', async () => {
    const endpoint = await openEndpoint(++organisations, 1, at(0))
    await changeEndpoint(endpoint, toEndpointChange(endpoint, { url: 'https://elsewhere.example/' }, context))
    await recordSlowness(endpoint, startMs)
    expect(await findEndpoint(endpoint, 1)).not.toHaveProperty('slowUntil')
  })
})
