import { describe, expect, it } from 'vitest'
import { joinWorld } from '../support/environment.ts'
import { products } from '../support/identities.ts'
import { addressOrder, applicant, employmentOrder } from '../support/orders.ts'

const world = await joinWorld()
const client = await world.client()
const live = await world.client('local-live')

const pointersOf = ({ body }: { body: { errors?: readonly { pointer: string }[] } }) =>
  body.errors?.map(({ pointer }) => pointer)

describe.each(products)('a look-up of $name whose claim says nothing', product => {
  it('asks no registry and costs nothing', async () => {
    const charged = async () => (await live.get('/v1/charges/lines?limit=1000')).body
    const [chargedBefore, callsBefore] = [await charged(), world.simulator.calls[product.registry] ?? 0]
    const right = { [product.firstnameField]: 'Adaeze', lastname: 'Okonkwo' }
    for (const [wrong, pointers] of [
      [{ lastname: '.' }, ['/lastname']],
      [{ [product.firstnameField]: '-', lastname: '456' }, [`/${product.firstnameField}`, '/lastname']],
      [{ dob: '2127-01-01' }, ['/dob']],
      [{ dob: '1874-01-06' }, ['/dob']],
      [{ gender: 'N/A' }, ['/gender']],
      [{ phone: '0000000' }, ['/phone']],
      [{ phone: '8000000000.0' }, ['/phone']],
    ] as const) {
      const answer = await live.post(product.path(product.ending('141')), { ...right, ...wrong })
      expect([answer.status, pointersOf(answer)]).toEqual([400, pointers])
    }
    expect(await charged()).toEqual(chargedBefore)
    expect(world.simulator.calls[product.registry] ?? 0).toBe(callsBefore)
  })
})

it('stores and shows the international number, and finds the order again in every spelling', async () => {
  const order = (phone: string, firstname = 'Ngozi') =>
    addressOrder({ street: '77 Spelling Road', applicant: { ...applicant, firstname, phone } })
  const first = await client.post('/v1/addresses', order('08039990077'))
  expect([first.status, first.body.applicant.phone]).toEqual([201, '+2348039990077'])
  for (const phone of [
    '+234 (0) 803 999 0077',
    '\u202a+2348039990077\u202c',
    '\u206608039990077\u2069',
    '0803\u00a0999\u00a00077',
    '0803\u2011999\u20110077',
    '00 234 803 999 0077',
    '０８０３９９９００７７',
    '8039990077',
  ]) {
    const again = await client.post('/v1/addresses', order(phone))
    expect([phone, again.status, again.body.id]).toEqual([phone, 200, first.body.id])
  }
  const named = await client.post('/v1/addresses', order('08039990077', '\u202eN\u200bgozi\u202c '))
  expect([named.status, named.body.id]).toEqual([200, first.body.id])
  const decimal = await client.post('/v1/addresses', order('8039990077.0'))
  expect([decimal.status, pointersOf(decimal)]).toEqual([400, ['/applicant/phone']])
  expect(decimal.body.errors[0].detail).toContain('spreadsheet')
})

it.each(['ada@example.com ', ' ada@example.com', 'ada@example.com\n', 'ada@example.com\u00a0'])(
  'reads the email address %j at every order',
  async email => {
    const changes = { applicant: { ...applicant, phone: '08000001010', email }, allowRevisit: true }
    const address = await client.post('/v1/addresses', addressOrder(changes))
    expect([address.status, address.body.applicant?.email]).toEqual([201, 'ada@example.com'])
    const job = await client.post('/v1/employments', employmentOrder({ ...changes, employerEmail: email }))
    expect([job.status, job.body.employment?.employerDetails.email]).toEqual([201, 'ada@example.com'])
  },
)

it('takes a middle name without a letter for one that was not sent', async () => {
  const { status, body } = await client.post(
    '/v1/addresses',
    addressOrder({ street: '78 Spelling Road', applicant: { ...applicant, middlename: '-' } }),
  )
  expect([status, body.applicant.middlename]).toEqual([201, ''])
})
