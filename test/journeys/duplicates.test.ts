import { expect, it } from 'vitest'
import { joinWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { addressOrder, applicant, businessAddressOrder, employmentOrder } from '../support/orders.ts'

const world = await joinWorld()
const client = await world.client()

/** The executions that were started for this organisation, by name. */
const started = (): Set<string> =>
  new Set(
    world.emulator.recorded
      .filter(({ service, action }) => service === 'states' && action === 'StartExecution')
      .map(({ body }) => (JSON.parse(body) as { name: string }).name)
      .filter(name => name.startsWith(`verification-${world.organisationId}-`)),
  )

const count = 1000

it(`makes one record and one workflow of ${count} equal orders at once`, async () => {
  const order = addressOrder({ street: '1000 Crowded Road' })
  let isAnyLate = false
  // A busy machine may be too late for the gateway, or for the table's next try: whoever is told so asks again.
  const orderUntilServed = () =>
    eventually(async () => {
      const answer = await client.post('/v1/addresses', order)
      isAnyLate ||= answer.status === 503
      return answer.status !== 503 && answer
    })
  const answers = await Promise.all(Array.from({ length: count }, orderUntilServed))
  const created = answers.filter(({ status }) => status === 201)
  expect(answers.filter(({ status }) => status !== 200 && status !== 201)).toEqual([])
  expect(answers.filter(({ body }) => !body.duplicateRequest)).toEqual(created)
  // Who made it may be one of those who were told nothing.
  expect(created.length === 1 || (created.length === 0 && isAnyLate)).toBe(true)
  const ids = new Set(answers.map(({ body }) => body.id))
  expect(ids.size).toBe(1)
  const [id] = ids
  await eventually(async () => (await client.get(`/v1/addresses/${id}`)).body.status.state === 'COMPLETE')
  const list = await client.get(`/v1/addresses?customerReference=${order.customerReference}`)
  expect(list.body.data.filter((line: { id: number }) => line.id === id)).toHaveLength(1)
  expect([...started()]).toEqual([`verification-${world.organisationId}-test-${id}`])
}, 240_000)

it.each([
  ['/v1/addresses/business', businessAddressOrder],
  ['/v1/employments', employmentOrder],
] as const)('answers an equal order with the first, at %s too', async (path, orderOf) => {
  const order = orderOf({ applicant: { ...applicant, firstname: 'Equal' } })
  const first = await client.post(path, order)
  const second = await client.post(path, order)
  expect([first.status, second.status]).toEqual([201, 200])
  expect(second.body).toMatchObject({ id: first.body.id, duplicateRequest: true })
})

it('sees through case, punctuation, abbreviations and ways to write a phone', async () => {
  const first = await client.post('/v1/addresses', addressOrder({ street: '5, Awolowo Road' }))
  const again = addressOrder({
    customerReference: 'another',
    street: 'no. 5 AWOLOWO RD.',
    stateName: 'lagos state',
    applicant: { ...applicant, firstname: 'NGOZI', phone: '+234 803 123 4567' },
  })
  const second = await client.post('/v1/addresses', again)
  expect(second.body).toMatchObject({
    id: first.body.id,
    duplicateRequest: true,
    customerReference: 'order-1',
  })
})

it('keeps apart what differs: the house, the person, the product, the organisation', async () => {
  const first = await client.post('/v1/addresses', addressOrder({ street: '6 Broad Street' }))
  const others = [
    await client.post('/v1/addresses', addressOrder({ street: '7 Broad Street' })),
    await client.post(
      '/v1/addresses',
      addressOrder({ street: '6 Broad Street', applicant: { ...applicant, firstname: 'Ada' } }),
    ),
    await (await world.client('other-test')).post(
      '/v1/addresses',
      addressOrder({ street: '6 Broad Street' }),
    ),
    await (await world.client('local-live')).post(
      '/v1/addresses',
      addressOrder({ street: '6 Broad Street' }),
    ),
    await client.post('/v1/employments', employmentOrder()),
  ]
  expect(others.map(({ body }) => body.duplicateRequest)).toEqual([false, false, false, false, false])
  expect(new Set([first, ...others].map(({ body }) => body.id)).size).toBe(6)
})

it('orders a second visit when the caller allows it, or has cancelled what there was', async () => {
  const live = await world.client('local-live')
  const order = addressOrder({ street: '8 Second Visit Avenue' })
  const first = await live.post('/v1/addresses', order)
  const revisit = await live.post('/v1/addresses', { ...order, allowRevisit: true })
  expect(revisit.body.duplicateRequest).toBe(false)
  expect(revisit.body.id).not.toBe(first.body.id)
  expect((await live.post('/v1/addresses', order)).body.id).toBe(revisit.body.id)
  await live.delete(`/v1/addresses/${revisit.body.id}`)
  // The first visit still stands.
  expect((await live.post('/v1/addresses', order)).body).toMatchObject({
    id: first.body.id,
    duplicateRequest: true,
  })
  await live.delete(`/v1/addresses/${first.body.id}`)
  const third = await live.post('/v1/addresses', order)
  expect([third.status, third.body.duplicateRequest]).toEqual([201, false])
})

it('takes father and son with one telephone for two people, as often as either is ordered', async () => {
  const order = (dob?: string) => {
    const { dob: _, ...rest } = applicant
    return addressOrder({ street: '9 Family Compound', applicant: { ...rest, ...(dob && { dob }) } })
  }
  const father = await client.post('/v1/addresses', order('1951-03-02'))
  const son = await client.post('/v1/addresses', order('1985-07-21'))
  expect([father.status, son.status]).toEqual([201, 201])
  expect((await client.post('/v1/addresses', order('1951-03-02'))).body).toMatchObject({
    id: father.body.id,
    duplicateRequest: true,
  })
  expect((await client.post('/v1/addresses', order())).body.duplicateRequest).toBe(true)
})
