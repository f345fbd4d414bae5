import { expect, it } from 'vitest'
import { joinWorld } from '../support/environment.ts'
import { addressOrder } from '../support/orders.ts'

const world = await joinWorld()
const client = await world.client()

const order = (street: string) => addressOrder({ street, allowRevisit: true })
const post = (key: string, body: object) => client.post('/v1/addresses', body, { 'idempotency-key': key })

it('answers a repeat with the first answer, and says so', async () => {
  const first = await post('key-1', order('1 Repeat Road'))
  const again = await post('key-1', order('1 Repeat Road'))
  expect(again.status).toBe(201)
  expect(again.body).toEqual(first.body)
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect(again.headers.get('location')).toBe(first.headers.get('location'))
  expect(first.headers.get('idempotency-replayed')).toBeNull()
})

it('refuses a key that comes with another body', async () => {
  await post('key-2', order('2 Repeat Road'))
  const other = await post('key-2', order('3 Repeat Road'))
  expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
})

it('makes one record of fifty equal requests at once', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => post('key-3', order('4 Repeat Road'))))
  const accepted = answers.filter(({ status }) => status === 201)
  expect(new Set(accepted.map(({ body }) => body.id)).size).toBe(1)
  expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([])
})

it('lets a caller correct a refused request under the same key', async () => {
  expect((await post('key-4', { ...order('5 Repeat Road'), stateName: 'Lagoss' })).status).toBe(400)
  expect((await post('key-4', order('5 Repeat Road'))).status).toBe(201)
})

it("keeps two organisations' keys apart", async () => {
  await post('key-5', order('6 Repeat Road'))
  const other = await world.client('other-test')
  const answer = await other.post('/v1/addresses', order('7 Repeat Road'), { 'idempotency-key': 'key-5' })
  expect(answer.status).toBe(201)
})
