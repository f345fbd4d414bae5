import { afterAll, beforeAll, expect, it } from 'vitest'
import { stages } from '../../infra/stages.ts'
import type { ApiClient } from '../support/api-client.ts'
import { eventually } from '../support/eventually.ts'
import { addressOrder, employmentOrder } from '../support/orders.ts'
import { startWorld, type World } from '../support/world.ts'

let world: World
let client: ApiClient

beforeAll(async () => {
  // The simulated agent comes too late, so that the test decides.
  const verification = { ...stages.local.verification, simulatedAgentDelaySeconds: 600 }
  world = await startWorld({ settings: { verification } })
  client = await world.client()
})
afterAll(() => world[Symbol.asyncDispose]())

const complete = (id: number, subStatus: string) =>
  client.post(`/v1/sandbox/verifications/${id}/complete`, { subStatus })

/** The answer once the verification's work is open, which takes a moment after its order. */
const completed = (id: number, subStatus: string) =>
  eventually(async () => {
    const answer = await complete(id, subStatus)
    return answer.body.code !== 'not_decidable' && answer
  })

const finalOf = (path: string) =>
  eventually(async () => {
    const { body } = await client.get(path)
    return body.status.state === 'COMPLETE' && body
  })

it.each([
  ['VERIFIED', 'VERIFIED', 1],
  ['FAILED - NOT IN RESIDENCE', 'WRONG_ADDRESS', 0],
  ['FAILED - INVALID ADDRESS', 'INVALID_ADDRESS', 0],
  ['CANNOT ACCESS ADDRESS', 'NO_ACCESS', 0],
])('ends an address verification as %s', async (subStatus, status, photosInside) => {
  const { body } = await client.post('/v1/addresses', addressOrder({ street: `1 ${subStatus} Street` }))
  const answer = await completed(body.id, subStatus)
  expect(answer).toMatchObject({
    status: 202,
    body: { id: body.id, status: { status, subStatus, state: 'COMPLETE' } },
  })
  const final = await finalOf(`/v1/addresses/${body.id}`)
  expect(final.status).toEqual({ status, subStatus, state: 'COMPLETE' })
  expect(Object.keys(final.address.exteriorPhotos)).toEqual(['photo1', 'photo2'])
  expect(Object.keys(final.address.interiorPhotos)).toHaveLength(photosInside)
  const event = await eventually(async () => {
    const found = await client.get(`/v1/events/evt_${body.id}_completed`)
    return found.status === 200 && found.body
  })
  expect(event.body.data.address.status.subStatus).toBe(subStatus)
})

it.each([
  'VERIFIED',
  'FAILED - NOT AN EMPLOYEE',
  'FAILED - DETAILS MISMATCH',
  'FAILED - EMPLOYER UNREACHABLE',
])('ends an employment verification as %s', async subStatus => {
  const { body } = await client.post('/v1/employments', employmentOrder({ employerName: subStatus }))
  await completed(body.id, subStatus)
  expect((await finalOf(`/v1/employments/${body.id}`)).status.subStatus).toBe(subStatus)
})

it('decides once, as the product can end, and never in live mode', async () => {
  const { body } = await client.post('/v1/addresses', addressOrder({ street: '2 Once Street' }))
  const wrong = await completed(body.id, 'FAILED - NOT AN EMPLOYEE')
  expect(wrong).toMatchObject({ status: 400, body: { errors: [{ pointer: '/subStatus' }] } })
  await completed(body.id, 'VERIFIED')
  expect(await complete(body.id, 'CANNOT ACCESS ADDRESS')).toMatchObject({
    status: 409,
    body: { code: 'not_decidable' },
  })
  const live = await world.client('local-live')
  const ordered = await live.post('/v1/addresses', addressOrder({ street: '3 Live Street' }))
  const path = `/v1/sandbox/verifications/${ordered.body.id}/complete`
  expect((await live.post(path, { subStatus: 'VERIFIED' })).status).toBe(404)
  expect((await client.post(path, { subStatus: 'VERIFIED' })).status).toBe(404)
})
