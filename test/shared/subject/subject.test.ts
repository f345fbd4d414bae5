import { beforeAll, describe, expect, it } from 'vitest'
import { digestIdNumber } from '../../../shared/identity/digest-id-number.ts'
import { eraseLookup, findStoredLookup, insertLookup } from '../../../shared/identity/store.ts'
import type { Tenant } from '../../../shared/table/tenant.ts'
import { findSubject } from '../../../shared/subject/subject.ts'
import { digestPhone } from '../../../shared/verification/digest-phone.ts'
import { eraseVerification, findStored } from '../../../shared/verification/person-store.ts'
import { acceptVerification } from '../../../shared/verification/store.ts'
import { applicant } from '../../support/orders.ts'
import { addressVerification, drawIds, employmentVerification } from '../../support/verifications.ts'
import { lying, startStage } from '../table/stage.ts'

const tenant = { organisationId: 1, mode: 'live' } as const
const at = '2026-11-20T12:00:00.000Z'
const nextId = drawIds(Date.parse(at))
const idNumber = '631 848 762 13'

const order = async (phone: string, { of = tenant, isJob = false, number = '' } = {}) => {
  const id = nextId()
  const digests = { phoneDigest: await digestPhone(phone), ...(number && (await digestIdNumber(number))) }
  const changes = { applicant: { ...applicant, phone }, ...(!isJob && { street: `${id} Street` }) }
  const make = isJob ? employmentVerification : addressVerification
  await acceptVerification(make(changes, { ...of, id, now: at, digests }), Date.parse(at))
  return id
}
const lookUp = async (of: Tenant = tenant) => {
  const lookup = {
    ...of,
    clientId: 'a-client',
    id: nextId(),
    product: 'nin' as const,
    ...(await digestIdNumber(idNumber)),
    requestedAt: at,
  }
  const verdict = { matchStatus: 'EXACT_MATCH', fieldMatches: {}, matchDetails: [] } as never
  await insertLookup({ ...lookup, price: 0, verdict, completedAt: at })
  return lookup.id
}

beforeAll(async () => {
  await startStage()
  Object.assign(process.env, { ID_NUMBER_SECRET: 'id-number-key', PRICES: '{"nin":0}' })
})

describe('a person', () => {
  it('is found by telephone, however it is written, among what is theirs alone', async () => {
    const phones = ['08099112233', '+234 (0) 809 911 2233', '234-809-911-2233']
    const ids = [await order(phones[0]!), await order(phones[1]!), await order(phones[2]!, { isJob: true })]
    await order('08099112234')
    await order(phones[0]!, { of: { ...tenant, organisationId: 2 } as never })
    await order(phones[0]!, { of: { ...tenant, mode: 'test' } as never })
    for (const phone of phones)
      expect(await findSubject(tenant, { phone })).toEqual({ found: ids, next: null })
    expect(await findSubject(tenant, { phone: '08099112239' })).toEqual({ found: [], next: null })
    const key = { pk: `1#live#subject#${await digestPhone(phones[0]!)}`, sk: `${ids[0]}`.padStart(16, '0') }
    expect(await lying(key)).toEqual({ ...key, expiresAt: Date.parse('2027-11-20T12:00:00.000Z') / 1000 })
  })

  it('is found by id number, among orders and look-ups, and by both once', async () => {
    const [phone, number] = ['07011223344', idNumber]
    const ids = [await order(phone, { number }), await lookUp()]
    await lookUp({ ...tenant, mode: 'test' })
    expect(await findSubject(tenant, { idNumber: number.replaceAll(' ', '') })).toMatchObject({ found: ids })
    expect(await findSubject(tenant, { idNumber, phone })).toMatchObject({ found: ids })
    expect(await findSubject(tenant, { idNumber: phone })).toMatchObject({ found: [] })
  })

  it('is not found any more where they were erased', async () => {
    const phone = '07011229999'
    const [erased, kept] = [await order(phone, { number: '99988877766' }), await order(phone)]
    expect(await eraseVerification((await findStored(tenant, erased))!, at)).toBe(true)
    expect(await findSubject(tenant, { phone, idNumber: '99988877766' })).toMatchObject({ found: [kept] })
    const { found } = await findSubject(tenant, { idNumber })
    expect(await eraseLookup((await findStoredLookup(tenant, found[1]!))!, at)).toBe(true)
    expect(await findSubject(tenant, { idNumber })).toMatchObject({ found: [found[0]] })
  })

  it('is found fifty times a page, each verification once', async () => {
    const phone = '08033445566'
    const ids = []
    for (let n = 0; n < 101; n++) ids.push(await order(phone))
    const first = await findSubject(tenant, { phone })
    const second = await findSubject(tenant, { phone }, first.next!)
    expect([first, second, await findSubject(tenant, { phone }, second.next!)]).toEqual([
      { found: ids.slice(0, 50), next: ids[49] },
      { found: ids.slice(50, 100), next: ids[99] },
      { found: ids.slice(100), next: null },
    ])
  })
})
