import { expect, it } from 'vitest'
import { joinWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { addressOrder } from '../support/orders.ts'

const world = await joinWorld()
const client = await world.client()

const order = async (street: string): Promise<number> =>
  (await client.post('/v1/addresses', addressOrder({ street }))).body.id

const attemptsOf = async (id: number) => (await client.get(`/v1/events/evt_${id}_completed`)).body.attempts

/** Attempts that the lane of slow receivers has made. */
const madeInLane = () =>
  world.logLines.filter(line => line.includes('DispatchDeliverToSlow') && line.includes('delivery.attempted'))

it('knows a receiver that takes seconds before it has answered, and brings it the rest in a lane of its own', async () => {
  const pending: (() => void)[] = []
  const receiver = await world.receiver((count, response) => {
    if (count === 0) pending.push(() => response.end('late'))
    else response.end('at once')
  })
  const { id } = (await client.post('/v1/webhooks', { url: receiver.url })).body
  const first = await order('1 Patience Place')
  const known = await eventually(async () => {
    const { health } = (await client.get(`/v1/webhooks/${id}`)).body
    return health.slowUntil && health
  }, 'the receiver being known as slow')
  expect(known).toEqual({
    failingSince: null,
    nextProbeAt: null,
    lastFailure: null,
    recoveredAt: null,
    slowUntil: expect.stringMatching(/Z$/),
  })
  expect(await attemptsOf(first)).toEqual([])
  expect(madeInLane()).toEqual([])
  for (const answer of pending) answer()
  const [late] = await eventually(async () => {
    const made = await attemptsOf(first)
    return made.length > 0 && made
  }, 'the late answer')
  expect(late).toMatchObject({ outcome: 'delivered', status: 200, answer: 'late' })
  const second = await order('2 Patience Place')
  await eventually(async () => (await attemptsOf(second))?.length === 1, 'the second delivery')
  expect(madeInLane()).toHaveLength(1)
  expect(receiver.received).toHaveLength(2)
})

it('tries again in its time what fails in that lane', async () => {
  const receiver = await world.receiver((count, response) => {
    if (count === 0) setTimeout(() => response.end(), 3200)
    else response.writeHead(count === 1 ? 500 : 200).end()
  })
  const { id } = (await client.post('/v1/webhooks', { url: receiver.url })).body
  await order('3 Patience Place')
  await eventually(async () => (await client.get(`/v1/webhooks/${id}`)).body.health.slowUntil)
  const failing = await order('4 Patience Place')
  const made = await eventually(async () => {
    const attempts = ((await attemptsOf(failing)) ?? []).filter(
      (attempt: { endpointId: number }) => attempt.endpointId === id,
    )
    return attempts.length === 2 && attempts
  }, 'the retry')
  expect(made.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['retry', 'delivered'])
})
