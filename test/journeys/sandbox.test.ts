import { expect, it } from 'vitest'
import { stages } from '../../infra/stages.ts'
import { newClient } from '../support/clients.ts'
import { joinWorld } from '../support/environment.ts'
import * as orders from '../support/orders.ts'
import { isNightly } from '../support/tier.ts'

/** Nobody visits by himself, so that the test decides. */
const unvisited = { applicant: { ...orders.applicant, phone: '08000001010' } }
const addressOrder = (changes: object) => orders.addressOrder({ ...unvisited, ...changes })
const employmentOrder = (changes: object) => orders.employmentOrder({ ...unvisited, ...changes })

const world = await joinWorld()
const client = await world.client()

const complete = (id: number, subStatus: string) =>
  client.post(`/v1/sandbox/verifications/${id}/complete`, { subStatus })

it('decides once, as the product can end, and never in live mode', async () => {
  const { body } = await client.post('/v1/addresses', addressOrder({ street: '2 Once Street' }))
  const wrong = await complete(body.id, 'FAILED - NOT AN EMPLOYEE')
  expect(wrong).toMatchObject({ status: 400, body: { errors: [{ pointer: '/subStatus' }] } })
  await complete(body.id, 'VERIFIED')
  expect(await complete(body.id, 'CANNOT ACCESS ADDRESS')).toMatchObject({
    status: 409,
    body: { code: 'already_decided', retryable: false, detail: 'It is complete: VERIFIED.' },
  })
  const live = await world.client('local-live')
  const ordered = await live.post('/v1/addresses', addressOrder({ street: '3 Live Street' }))
  const path = `/v1/sandbox/verifications/${ordered.body.id}/complete`
  expect((await live.post(path, { subStatus: 'VERIFIED' })).status).toBe(404)
  expect((await client.post(path, { subStatus: 'VERIFIED' })).status).toBe(404)
})

it('answers the same end twice, and after the simulated agent found just that, as once', async () => {
  const { body } = await client.post('/v1/addresses', addressOrder({ street: '6 Twice Street' }))
  const [one, other] = await Promise.all([complete(body.id, 'VERIFIED'), complete(body.id, 'VERIFIED')])
  const wanted = { id: body.id, status: { status: 'VERIFIED', subStatus: 'VERIFIED', state: 'COMPLETE' } }
  for (const answer of [one, other, await complete(body.id, 'VERIFIED')])
    expect([answer.status, answer.body]).toEqual([202, wanted])
  const times = async () => {
    const { updatedAt, approvedAt, agentSubmittedAt } = (await client.get(`/v1/addresses/${body.id}`)).body
      .address
    return { updatedAt, approvedAt, agentSubmittedAt }
  }
  const before = await times()
  await complete(body.id, 'VERIFIED')
  expect(await times()).toEqual(before)
})

it('is never too early: the wanted end, asked for with the answer to the order, is the end', async () => {
  const ends = ['VERIFIED', 'FAILED - NOT IN RESIDENCE', 'FAILED - INVALID ADDRESS', 'CANNOT ACCESS ADDRESS']
  const answers = await Promise.all(
    Array.from({ length: isNightly ? 12 : 4 }, async (_, number) => {
      const order = addressOrder({ street: `${number} Too Early Street` })
      const { body } = await client.post('/v1/addresses', order)
      const wanted = ends[number % ends.length]!
      const { status } = await complete(body.id, wanted)
      return [status, wanted, (await client.get(`/v1/addresses/${body.id}`)).body.status.subStatus]
    }),
  )
  for (const [status, wanted, found] of answers) expect([status, found]).toEqual([202, wanted])
})

it('is final when the decision is answered: a cancellation right after it comes too late', async () => {
  for (let round = 0; round < (isNightly ? 10 : 3); round++) {
    const { body } = await client.post('/v1/addresses', addressOrder({ street: `${round} At Once Street` }))
    expect((await complete(body.id, 'VERIFIED')).status).toBe(202)
    expect(await client.delete(`/v1/addresses/${body.id}`)).toMatchObject({
      status: 409,
      body: { code: 'not_cancellable', retryable: false, detail: 'It is complete: VERIFIED.' },
    })
    const final = await client.get(`/v1/addresses/${body.id}`)
    expect(final.body).toMatchObject({
      status: { status: 'VERIFIED', state: 'COMPLETE' },
      address: { price: stages.local.prices.address, adminComment: 'Simulated.' },
    })
  }
})

it('tells whoever decides a cancelled one that it is cancelled, and leaves it so', async () => {
  const { body } = await client.post('/v1/addresses', addressOrder({ street: '4 Cancelled Street' }))
  expect((await client.delete(`/v1/addresses/${body.id}`)).status).toBe(200)
  expect(await complete(body.id, 'VERIFIED')).toMatchObject({
    status: 409,
    body: { code: 'already_decided', retryable: false, detail: 'It is complete: CANCELLED.' },
  })
  expect((await client.get(`/v1/addresses/${body.id}`)).body.address.price).toBe(0)
})

it('lets one of a decision and a cancellation win, and tells the other what it is', async () => {
  for (let round = 0; round < (isNightly ? 10 : 3); round++) {
    const order = addressOrder({ street: `${round} Race Street` })
    const { body } = await client.post('/v1/addresses', order)
    const [decided, cancelled] = await Promise.all([
      complete(body.id, 'VERIFIED'),
      client.delete(`/v1/addresses/${body.id}`),
    ])
    const final = (await client.get(`/v1/addresses/${body.id}`)).body
    expect([decided.status, cancelled.status]).toEqual(
      final.status.status === 'VERIFIED' ? [202, 409] : [409, 200],
    )
    expect(final.address.price).toBe(final.status.status === 'VERIFIED' ? stages.local.prices.address : 0)
  }
})

it('completes a noun for those who have its scope', async () => {
  const other = await newClient(world, { scopes: ['employments'] })
  const order = await client.post('/v1/addresses', addressOrder({ street: '5 Scope Street' }))
  const path = (id: number) => `/v1/sandbox/verifications/${id}/complete`
  expect(await other.post(path(order.body.id), { subStatus: 'VERIFIED' })).toMatchObject({
    status: 403,
    body: { code: 'product_not_enabled', detail: 'This client lacks the scope "addresses".' },
  })
  const own = await other.post('/v1/employments', employmentOrder({ employerName: 'Scope Limited' }))
  expect((await other.post(path(own.body.id), { subStatus: 'VERIFIED' })).status).toBe(202)
})
