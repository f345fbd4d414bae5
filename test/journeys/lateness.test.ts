import { afterAll, expect, it } from 'vitest'
import { stages } from '../../infra/stages.ts'
import { startWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { addressOrder, applicant } from '../support/orders.ts'

/** Live verifications, which nobody visits unless the test decides; due after 2 s, expired after 6. */
const verification = { ...stages.local.verification, dueSeconds: 2, expirySeconds: 6 }

const world = await startWorld({ settings: { verification } })
afterAll(() => world[Symbol.asyncDispose]())
const live = await world.client('local-live')
const receiver = await world.receiver()
await live.post('/v1/webhooks', { url: receiver.url, events: ['address.*', 'employment.*'] })

const told = (id: number): string[] =>
  receiver.received
    .map(({ body }) => JSON.parse(body))
    .filter(({ data }) => data.id === id)
    .map(({ event_type }) => event_type)

const toldOf = (id: number, type: string) => eventually(() => told(id).includes(type), `${type} of ${id}`)

const decide = (verificationId: number, outcome: string) =>
  world.administer({
    command: 'decide',
    organisationId: 1,
    mode: 'live',
    verificationId,
    outcome,
  })

it('notifies subscribers that a verification started, is late, and expired undecided, uncharged', async () => {
  const { body } = await live.post('/v1/addresses', addressOrder({ street: '1 Late Lane' }))
  await toldOf(body.id, 'verification_completed')
  expect(told(body.id)).toEqual(['verification_started', 'verification_delayed', 'verification_completed'])
  const { body: final } = await live.get(`/v1/addresses/${body.id}`)
  expect(final.status).toEqual({ status: 'UNVERIFIED', subStatus: 'FAILED - EXPIRED', state: 'COMPLETE' })
  expect(final.address.price).toBe(0)
})

it('still takes a decision after the due time', async () => {
  const { body } = await live.post('/v1/addresses', addressOrder({ street: '2 Late Lane' }))
  await toldOf(body.id, 'verification_delayed')
  await decide(body.id, 'notInResidence')
  await toldOf(body.id, 'verification_completed')
  const { body: final } = await live.get(`/v1/addresses/${body.id}`)
  expect(final.status.subStatus).toBe('FAILED - NOT IN RESIDENCE')
  expect(final.address).toMatchObject({ isLive: true, price: stages.local.prices.address, approvedAt: null })
  expect(final.address.rejectedAt).not.toBeNull()
})

it('lets the first of two decisions stand', async () => {
  const { body } = await live.post('/v1/addresses', addressOrder({ street: '3 Late Lane' }))
  await decide(body.id, 'invalidAddress')
  await expect(decide(body.id, 'verified')).rejects.toThrow(/It is complete: FAILED - INVALID ADDRESS/)
  await toldOf(body.id, 'verification_completed')
  expect((await live.get(`/v1/addresses/${body.id}`)).body.status.status).toBe('INVALID_ADDRESS')
})

it('finds nothing left to do when its time comes and a test clock was there before', async () => {
  const test = await world.client('local-test')
  await test.post('/v1/webhooks', { url: `${receiver.url}/test`, events: ['address.*'] })
  const nobody = { ...applicant, phone: '08000001010' }
  const order = async (street: string): Promise<number> =>
    (await test.post('/v1/addresses', addressOrder({ street, applicant: nobody }))).body.id
  const [late, over, alone] = [
    await order('6 Clock Lane'),
    await order('7 Clock Lane'),
    await order('8 Lane'),
  ]
  const move = (to: string, verificationId: number) => test.post('/v1/sandbox/clock', { to, verificationId })
  const delayed = await move('delayed', late)
  const expired = await move('expired', over)
  // All three pass their own 2 and 6 seconds; the last without a clock.
  for (const id of [late, over, alone]) await toldOf(id, 'verification_completed')
  await toldOf(alone, 'verification_delayed')
  for (const id of [late, over, alone])
    expect(told(id).toSorted()).toEqual([
      'verification_completed',
      'verification_delayed',
      'verification_started',
    ])
  const eventOf = async (id: number, type: string) => (await test.get(`/v1/events/evt_${id}_${type}`)).body
  expect((await eventOf(late, 'delayed')).occurredAt).toBe(delayed.body.at)
  expect((await eventOf(over, 'completed')).occurredAt).toBe(expired.body.at)
  expect((await test.get(`/v1/addresses/${over}`)).body.address.updatedAt).toBe(expired.body.at)
})

it('cancels what nobody has visited, tells it, and refuses to cancel what is decided', async () => {
  const { body } = await live.post('/v1/addresses', addressOrder({ street: '4 Late Lane' }))
  const cancelled = await live.delete(`/v1/addresses/${body.id}`)
  expect(cancelled).toMatchObject({
    status: 200,
    body: { status: { status: 'CANCELLED', state: 'COMPLETE' } },
  })
  expect((await live.delete(`/v1/addresses/${body.id}`)).status).toBe(200)
  await expect(decide(body.id, 'verified')).rejects.toThrow(/It is complete: CANCELLED/)
  await toldOf(body.id, 'verification_completed')

  const other = await live.post('/v1/addresses', addressOrder({ street: '5 Late Lane' }))
  await decide(other.body.id, 'verified')
  expect(await live.delete(`/v1/addresses/${other.body.id}`)).toMatchObject({
    status: 409,
    body: { code: 'not_cancellable' },
  })
})
