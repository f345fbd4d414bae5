import { beforeAll, describe, expect, it, vi } from 'vitest'
import { dynamodb } from '../../../../shared/table/dynamodb.ts'
import { deliver } from '../../../../shared/webhook/delivery/delivery.ts'
import { type Delivery, toFirstDelivery } from '../../../../shared/webhook/delivery/queue.ts'
import { toEndpointChange } from '../../../../shared/webhook/endpoint/endpoint.ts'
import { changeEndpoint, findEndpoint } from '../../../../shared/webhook/endpoint/store.ts'
import { isNightly } from '../../../support/tier.ts'
import { startStage } from '../../table/stage.ts'
import { at, seededRandom, turnedClock } from './clock.ts'
import { openReceivers } from './receivers.ts'
import { openEndpoint, openEvent, openRun } from './run.ts'
import { live } from './simulation.ts'

const worlds = isNightly ? 15 : 5

beforeAll(startStage)

describe('a dispatcher that crashes anywhere, between receivers that do anything', () => {
  it('brings every event at least once, with one id and one body, to all that answer in time', async () => {
    const totals = await live(1000, worlds)
    expect(totals.delivered).toBeGreaterThan(2 * worlds)
    expect(totals.crashes).toBeGreaterThan(20 * worlds)
    expect(totals.resumed).toBeGreaterThan(0)
    expect(totals.diverted).toBeGreaterThan(0)
  })

  it('does so over real connections, too', async () => {
    await using receivers = await openReceivers()
    const totals = await live(5000, isNightly ? 3 : 1, receivers.send)
    expect(totals.delivered).toBeGreaterThan(0)
  })
})

it('reads for a whole batch in two calls, and writes each attempt once', async () => {
  const clock = turnedClock()
  const answer = async () => ({ at: new Date(clock.now()), latencyMs: 1, status: 200, answer: 'thanks' })
  const { ports } = openRun({ clock, random: seededRandom(7), attempt: answer })
  const endpoint = await openEndpoint(900, 1, at(0))
  const events = await Promise.all(Array.from({ length: 10 }, (_, index) => openEvent(900, index + 1, at(0))))
  const spy = vi.spyOn(dynamodb(), 'send')
  await Promise.all(
    events.map(({ event }) => deliver(toFirstDelivery(event, event.id, endpoint.id).body as Delivery, ports)),
  )
  expect(spy.mock.calls.map(([command]) => command.constructor.name)).toEqual([
    'GetItemCommand',
    'BatchGetItemCommand',
    ...events.map(() => 'PutItemCommand'),
  ])
})

it('disables no endpoint that its owner has enabled since, where a message comes again', async () => {
  const clock = turnedClock()
  const gone = async () => ({ at: new Date(clock.now()), latencyMs: 1, status: 410 })
  const { ports } = openRun({ clock, random: seededRandom(7), attempt: gone })
  const endpoint = await openEndpoint(901, 1, at(0))
  const { event } = await openEvent(901, 1, at(0))
  const message = toFirstDelivery(event, event.id, endpoint.id).body as Delivery
  await deliver(message, ports)
  const disabled = (await findEndpoint(endpoint, endpoint.id))!
  expect(disabled.enabled).toBe(false)
  await changeEndpoint(disabled, toEndpointChange(disabled, { enabled: true }, { scopes: [], now: at(60) }))
  await deliver(message, ports)
  expect((await findEndpoint(endpoint, endpoint.id))!.enabled).toBe(true)
})
