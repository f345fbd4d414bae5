import { afterAll, expect, it } from 'vitest'
import { stages } from '../../infra/stages.ts'
import { findIdentityProduct } from '../../shared/identity/products.ts'
import { startWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'

const world = await startWorld({
  settings: { lookups: { ...stages.local.lookups, retrySeconds: [1], giveUpSeconds: 2 } },
})
afterAll(() => world[Symbol.asyncDispose]())

it('a look-up ends as failed, without charge, where the registry answers too late', async () => {
  const client = await world.client()
  const { person, numbers } = findIdentityProduct('passport').sandbox
  const claim = { firstname: person.firstname, lastname: person.lastname }
  const path = `/v1/ke/identities/passport/${numbers.unavailable}`
  const { id } = (await client.post(path, claim, { prefer: 'respond-async, wait=10' })).body
  const event = await eventually(async () => {
    const { status, body } = await client.get(`/v1/events/evt_${id}_completed`)
    return status === 200 && body.body
  }, `the event of ${id}`)
  const status = { state: 'failed', status: 'registry_unavailable' }
  expect(event.data.identity).toEqual({ id, status })
  expect((await client.get(`/v1/identities/${id}`)).body).toEqual({
    id,
    product: 'passport',
    idNumberLast4: numbers.unavailable.slice(-4),
    requestedAt: expect.any(String),
    completedAt: expect.any(String),
    price: 0,
    summary: null,
    status,
  })
})
