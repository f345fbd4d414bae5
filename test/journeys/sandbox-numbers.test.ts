import { describe, expect, it } from 'vitest'
import { scenarios } from '../../shared/verification/scenario.ts'
import { joinWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { addressOrder, applicant, businessAddressOrder, employmentOrder } from '../support/orders.ts'

const world = await joinWorld()
const client = await world.client()

const orders = {
  '/v1/addresses': addressOrder,
  '/v1/addresses/business': businessAddressOrder,
  '/v1/employments': employmentOrder,
} as const

let count = 0
const order = async (path: keyof typeof orders, phone: string): Promise<string> => {
  count++
  const names = { street: `${count} Number Street`, employerName: `Number ${count} Limited` }
  const ordered = orders[path]({ ...names, applicant: { ...applicant, phone } })
  const { body, headers } = await client.post(path, ordered)
  expect(body.duplicateRequest).toBe(false)
  return headers.get('location')!
}

const finalOf = (location: string) =>
  eventually(async () => {
    const { body } = await client.get(location)
    return body.status.state === 'COMPLETE' && body
  }, location)

const eventOf = (id: number) =>
  eventually(async () => {
    const found = await client.get(`/v1/events/evt_${id}_completed`)
    return found.status === 200 && found.body.body.data
  })

const numbersWith = (isWanted: (row: (typeof scenarios)[string]) => boolean) =>
  Object.entries(scenarios)
    .filter(([, row]) => isWanted(row))
    .map(([phone]) => phone)

const isVisit = (body: string): boolean =>
  /"QueueUrl":"[^"]*-visits"/.test(body) && body.includes('MessageBody')

describe('a telephone number of the sandbox', () => {
  it('works however it is written', async () => {
    const final = await finalOf(await order('/v1/addresses', '+234 (800) 000-1001'))
    expect(final.status.subStatus).toBe('FAILED - NOT IN RESIDENCE')
  })

  it('can return an order before it is approved: both times are told', async () => {
    for (const path of ['/v1/addresses', '/v1/employments'] as const) {
      const { id } = await finalOf(await order(path, '08000001020'))
      const data = await eventOf(id)
      const { requestedAt, rejectedAt, approvedAt, status } = data.address ?? data.employment
      expect(status.subStatus).toBe('VERIFIED')
      expect([requestedAt, rejectedAt, approvedAt]).toEqual([requestedAt, rejectedAt, approvedAt].toSorted())
      expect(rejectedAt).not.toBeNull()
      expect(approvedAt).not.toBeNull()
    }
  })

  it('can lack photos', async () => {
    const { id } = await finalOf(await order('/v1/addresses', '08000001030'))
    const { address } = await eventOf(id)
    expect([address.interiorPhotos, address.exteriorPhotos, address.extraPhotos]).toEqual([{}, {}, {}])
    expect(address.neighbor.firstname).not.toBeNull()
  })

  it('can have met nobody else', async () => {
    const nobody = { comment: null, firstname: null, lastname: null, phone: null }
    const { id } = await finalOf(await order('/v1/addresses', '08000001031'))
    const { address } = await eventOf(id)
    expect(address.neighbor).toEqual(nobody)
    expect(Object.keys(address.exteriorPhotos)).toEqual(['photo1', 'photo2'])
    const employment = (await finalOf(await order('/v1/employments', '08000001031'))).employment
    expect(employment.attestator).toEqual({ email: null, name: null, phone: null, title: null })
  })

  it('can lack everything that may be missing', async () => {
    const { id } = await finalOf(await order('/v1/addresses/business', '08000001032'))
    const { address } = await eventOf(id)
    expect(address).toMatchObject({
      agentComment: null,
      adminComment: null,
      neighbor: { comment: null, firstname: null, lastname: null, phone: null },
      addressBasic: { addressType: '' },
      applicant: { maritalStatus: null },
      business: { area: null, isKnown: null, name: null, nameFound: null, type: null },
      interiorPhotos: {},
      exteriorPhotos: {},
      extraPhotos: {},
      status: { subStatus: 'VERIFIED' },
    })
    expect(address.agentSubmittedAt).not.toBeNull()
    const { employment } = await finalOf(await order('/v1/employments', '08000001032'))
    const { currentlyEmployed, startDate, endDate, jobTitle, ...found } = employment.employmentDetails
    expect(new Set(Object.values(found))).toEqual(new Set([null]))
    expect([currentlyEmployed, startDate, endDate, jobTitle]).not.toContain(null)
    expect(employment.employerDetails).toMatchObject({ comment: null, companyAddress: null, industry: null })
  })

  it('can keep everybody away, until somebody else ends it', async () => {
    const location = await order('/v1/addresses', '08000001010')
    const id = Number(location.split('/').at(-1))
    const visits = () => world.emulator.recorded.filter(({ body }) => body.includes(`${id}`) && isVisit(body))
    await eventually(() => visits().length > 0)
    // Who was ordered later has been visited.
    for (let other = 0; other < 3; other++) await finalOf(await order('/v1/addresses', '08000001001'))
    expect((await client.get(location)).body.status.state).toBe('IN_PROGRESS')
    await client.post(`/v1/sandbox/verifications/${id}/complete`, { subStatus: 'CANNOT ACCESS ADDRESS' })
    expect((await finalOf(location)).status.subStatus).toBe('CANNOT ACCESS ADDRESS')
  })

  it('can have the agent take its time', async () => {
    const location = await order('/v1/addresses', '08000001012')
    const id = location.split('/').at(-1)!
    const visit = await eventually(() =>
      world.emulator.recorded.find(({ body }) => body.includes(id) && isVisit(body)),
    )
    const { Entries } = JSON.parse(visit.body) as {
      Entries: readonly { readonly MessageBody: string; readonly DelaySeconds: number }[]
    }
    expect(
      Entries.filter(({ MessageBody }) => MessageBody.includes(id)).map(({ DelaySeconds }) => DelaySeconds),
    ).toEqual([300])
  })

  it('means nothing in live mode', async () => {
    const live = await world.client('local-live')
    const phone = numbersWith(({ afterSeconds }) => afterSeconds === 0)[0]!
    const { body } = await live.post('/v1/addresses', addressOrder({ applicant: { ...applicant, phone } }))
    await world.administer({
      command: 'decide',
      organisationId: 1,
      mode: 'live',
      verificationId: body.id,
      outcome: 'verified',
    })
    const final = await eventually(async () => {
      const answer = await live.get(`/v1/addresses/${body.id}`)
      return answer.body.status.state === 'COMPLETE' && answer.body
    })
    expect(final.address).toMatchObject({ agentSubmittedAt: null, rejectedAt: null })
  })

  it('stands in the description of every order', async () => {
    const { body: document } = await client.get('/v1/openapi.json')
    for (const path of Object.keys(orders))
      for (const phone of Object.keys(scenarios))
        expect(document.paths[path].post.description).toContain(`| \`${phone}\` |`)
  })
})
