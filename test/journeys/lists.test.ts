import { describe, expect, it } from 'vitest'
import { noCursor } from '../../shared/http/contract/page.ts'
import type { Route } from '../../shared/http/contract/route.ts'
import { served } from '../../shared/routes.ts'
import { joinWorld } from '../support/environment.ts'
import { addressOrder, applicant, businessAddressOrder, employmentOrder } from '../support/orders.ts'
import { somePath } from '../support/route-inputs.ts'

const ids: number[] = []

const world = await joinWorld()
const live = await world.client('local-live')
for (let number = 0; number < 7; number++) {
  const order = addressOrder({ street: `${number} List Street`, customerReference: `list-${number % 2}` })
  ids.unshift((await live.post('/v1/addresses', order)).body.id)
}
await live.delete(`/v1/addresses/${ids[0]}`)
await live.post('/v1/employments', employmentOrder())

const idsOf = (body: { data: { id: number }[] }) => body.data.map(({ id }) => id)

describe('an integrator who lists verifications', () => {
  it('gets all pages, newest first, without a gap or a repeat', async () => {
    const seen: number[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { body } = await live.get(`/v1/addresses?limit=3${cursor && `&cursor=${cursor}`}`)
      seen.push(...idsOf(body))
      cursor = body.nextCursor
    }
    expect(seen).toEqual(ids)
  })

  it('filters by status', async () => {
    expect(idsOf((await live.get('/v1/addresses?status=CANCELLED')).body)).toEqual([ids[0]])
    expect(idsOf((await live.get('/v1/addresses?status=IN_PROGRESS')).body)).toEqual(ids.slice(1))
  })

  it('filters by reference, alone and with a status', async () => {
    const { body } = await live.get('/v1/addresses?customerReference=list-1')
    expect(idsOf(body)).toEqual([ids[1], ids[3], ids[5]])
    const cancelled = await live.get('/v1/addresses?customerReference=list-0&status=CANCELLED')
    expect(idsOf(cancelled.body)).toEqual([ids[0]])
  })

  it('filters employments by reference', async () => {
    const found = await live.get('/v1/employments?customerReference=order-3')
    expect(found.body.data).toHaveLength(1)
    expect((await live.get('/v1/employments?customerReference=order-4')).body.data).toEqual([])
  })

  it('filters by time', async () => {
    const { body } = await live.get('/v1/addresses')
    const [, , third] = body.data
    const from = await live.get(`/v1/addresses?from=${third.requestedAt}`)
    expect(idsOf(from.body)).toEqual(ids.slice(0, 3))
    const to = await live.get(`/v1/addresses?to=${third.requestedAt}`)
    expect(idsOf(to.body)).toEqual(ids.slice(3))
    expect(idsOf((await live.get('/v1/addresses?from=2031-01-01')).body)).toEqual([])
    expect(idsOf((await live.get('/v1/addresses?from=2026-01-01&to=2025-01-01')).body)).toEqual([])
  })

  it('sees its own organisation and mode alone', async () => {
    for (const clientId of ['local-test', 'other-test']) {
      const client = await world.client(clientId)
      expect((await client.get('/v1/addresses')).body.data).toEqual([])
      expect((await client.get(`/v1/addresses/${ids[0]}`)).status).toBe(404)
      expect((await client.delete(`/v1/addresses/${ids[1]}`)).status).toBe(404)
    }
  })

  it('finds no address among employments, nor the reverse', async () => {
    expect((await live.get(`/v1/employments/${ids[0]}`)).status).toBe(404)
    expect((await live.get('/v1/employments')).body.data).toHaveLength(1)
  })

  it.each(['limit=0', 'limit=101', 'limit=x', 'status=DONE', 'from=yesterday', 'cursor=!!', 'cursor=QUJD'])(
    'is told what is wrong with ?%s',
    async query => {
      const answer = await live.get(`/v1/addresses?${query}`)
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
      expect(answer.body.errors[0].pointer).toBe(`query/${query.split('=')[0]}`)
    },
  )
})

describe('a cursor', () => {
  const lists = Object.values<Route>(served).filter(({ query }) => 'cursor' in (query?.shape ?? {}))
  const isWork = ({ access }: Route): boolean =>
    [access].flat().some(scope => scope.startsWith('operations.'))
  const needed: Readonly<Record<string, string>> = { '/v1/operations/assignees': '&lgaId=2411' }
  const refusal = { pointer: 'query/cursor', code: 'wrong_form', detail: noCursor }

  it.each(lists.filter(({ path }) => path !== '/v1/addresses').map(route => [route.path, route] as const))(
    'of a list is refused by every other: %s',
    async (path, route) => {
      const { nextCursor } = (await live.get('/v1/addresses?limit=2')).body
      const client = isWork(route) ? await world.client('live-operations') : live
      const { status, body } = await client.get(
        `${somePath(route)}?cursor=${nextCursor}${needed[path] ?? ''}`,
      )
      expect([status, body.errors]).toEqual([400, [refusal]])
    },
  )

  it.each(['status=VERIFIED', 'customerReference=list-1', 'from=2026-01-01', 'to=2031-01-01'])(
    'of a list without a filter is refused with one: %s',
    async filter => {
      const { nextCursor } = (await live.get('/v1/addresses?limit=2')).body
      const { status, body } = await live.get(`/v1/addresses?${filter}&cursor=${nextCursor}`)
      expect([status, body.errors]).toEqual([400, [refusal]])
      const own = (await live.get('/v1/addresses?customerReference=list-1&limit=1')).body.nextCursor
      expect((await live.get(`/v1/addresses?limit=1&cursor=${own}`)).body.errors).toEqual([refusal])
      const next = await live.get(`/v1/addresses?customerReference=list-1&cursor=${own}`)
      expect(idsOf(next.body)).toEqual([ids[3], ids[5]])
    },
  )
})

it('lists the states with their LGAs, by the ids that records carry', async () => {
  const { body: states } = await live.get('/v1/locations/states')
  expect(states.data).toHaveLength(37)
  let count = 0
  for (const { id } of states.data)
    count += (await live.get(`/v1/locations/states/${id}/lgas`)).body.data.length
  expect(count).toBe(774)
  const lagos = states.data.find(({ name }: { name: string }) => name === 'Lagos')
  const { body: record } = await live.get(`/v1/addresses/${ids[0]}`)
  expect(record.address.stateId).toBe(lagos.id)
  expect((await live.get('/v1/locations/states/99/lgas')).status).toBe(404)
})

it.each([
  ['FCT', 'AMAC', 'Federal Capital Territory', 'Abuja Municipal Area Council'],
  ['abuja', 'Abuja', 'Federal Capital Territory', 'Abuja Municipal Area Council'],
  ['LAGOS STATE', 'eti-osa', 'Lagos', 'Eti Osa'],
  ['kastina', 'Dutsin-Ma LGA', 'Katsina', 'Dutsin Ma'],
  ['Federal Capital Territory (Abuja)', 'Kuje', 'Federal Capital Territory', 'Kuje'],
  ['Ogun', 'Egbado North', 'Ogun', 'Yewa North'],
  ['Zamfara', 'Chafe', 'Zamfara', 'Tsafe'],
])('understands %s and %s', async (stateName, lgaName, state, lga) => {
  const order = addressOrder({ stateName, lgaName, street: `1 ${stateName} Street` })
  const { body } = await live.post('/v1/addresses', order)
  expect(body.address).toMatchObject({ stateName: state, lgaName: lga })
})

it.each([
  [{ stateName: 'Lagoss' }, '/stateName', 'Lagos'],
  [{ lgaName: 'Ikejja' }, '/lgaName', 'Ikeja'],
])('suggests the nearest place for %o', async (change, pointer, suggestion) => {
  const answer = await live.post('/v1/addresses', addressOrder(change))
  expect(answer.status).toBe(400)
  expect(answer.body.errors).toMatchObject([{ pointer, detail: expect.stringContaining(`"${suggestion}"`) }])
})

it('suggests no place for what is near none, and says where all of them are', async () => {
  const nowhere = async (change: object) =>
    (await live.post('/v1/addresses', addressOrder(change))).body.errors[0].detail
  const unknown = "There is no such place in Nigeria's list."
  expect(await nowhere({ stateName: 'Texas' })).toBe(`${unknown} See GET /v1/locations/states.`)
  const { data } = (await live.get('/v1/locations/states')).body
  const { id } = data.find(({ name }: { name: string }) => name === 'Lagos')
  expect(await nowhere({ lgaName: 'Dallas' })).toBe(`${unknown} See GET /v1/locations/states/${id}/lgas.`)
})

it('names an unknown place together with every other bad field', async () => {
  const wrong = addressOrder({ stateName: 'Lagoss', city: '', applicant: { firstname: 'Ada' } })
  const { body } = await live.post('/v1/addresses', wrong)
  const pointers = body.errors.map(({ pointer }: { pointer: string }) => pointer)
  expect(pointers.toSorted()).toEqual(['/applicant/lastname', '/applicant/phone', '/city', '/stateName'])
})

it('tells of an employment that ends before it starts, beside what else is wrong', async () => {
  const wrong = employmentOrder({ startDate: '2020-05-01', endDate: '2019-05-01', employerEmail: 'nobody' })
  const { body } = await live.post('/v1/employments', wrong)
  expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
    '/employerEmail',
    '/endDate',
  ])
})

it('names an ill-formed id number together with a bad body', async () => {
  const { body } = await live.post('/v1/ng/identities/nin/123', { firstname: 'Ada', dob: 'yesterday' })
  const pointers = body.errors.map(({ pointer }: { pointer: string }) => pointer)
  expect(pointers.toSorted()).toEqual(['/dob', '/lastname', 'path/idNumber'])
})

const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const applicantWith = (changes: object) => ({ applicant: { ...applicant, ...changes } })

it.each([
  ['/applicant/dob', applicantWith({ dob: day(1) })],
  ['/applicant/dob', applicantWith({ dob: '1899-12-31' })],
  ['/applicant/dob', applicantWith({ dob: '1990-02-30' })],
  ['/applicant/firstname', applicantWith({ firstname: '\u3164' })],
  ['/applicant/firstname', applicantWith({ firstname: '.' })],
  ['/applicant/lastname', applicantWith({ lastname: '123' })],
  ['/applicant/middlename', applicantWith({ middlename: 'Ada\u0000' })],
  ['/applicant/gender', applicantWith({ gender: 'Not specified' })],
  ['/applicant/phone', applicantWith({ phone: '0000000' })],
  ['/applicant/phone', applicantWith({ phone: '8031234567.0' })],
  ['/applicant/email', applicantWith({ email: 'ada@ example.com' })],
])('refuses at %s what no person is: %o', async (pointer, changes) => {
  for (const [path, order] of [
    ['/v1/addresses', addressOrder(changes)],
    ['/v1/addresses/business', businessAddressOrder(changes)],
    ['/v1/employments', employmentOrder(changes)],
  ] as const) {
    const answer = await live.post(path, order)
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer }] } })
    expect(answer.body.errors).toHaveLength(1)
  }
})

it.each([
  ['/startDate', { startDate: day(400), endDate: undefined, currentlyEmployed: 'no' }],
  ['/currentlyEmployed', { endDate: day(-1), currentlyEmployed: 'Yes' }],
  ['/employerPhone', { employerPhone: '08031234567.0' }],
  ['/employerName', { employerName: '\u2800\u202A' }],
])('refuses at %s what no employment is: %o', async (pointer, changes) => {
  const { status, body } = await live.post('/v1/employments', employmentOrder(changes))
  expect(status).toBe(400)
  expect(body.errors.map((error: { pointer: string }) => error.pointer)).toEqual([pointer])
})

it.each(['Ọláwálé', "N'Golo", 'Mary-Jane', '李', 'Ndlovu Jr.'])('takes the name %s', async firstname => {
  const order = addressOrder({ street: `${firstname} Street`, ...applicantWith({ firstname, dob: day(0) }) })
  expect((await live.post('/v1/addresses', order)).status).toBe(201)
})
