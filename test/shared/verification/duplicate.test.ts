import { describe, expect, it } from 'vitest'
import { type Product, products } from '../../../shared/verification/contract/product.ts'
import {
  digestDateOfBirth,
  duplicateWindowSeconds,
  findRepeated,
  fingerprintOrder,
  normaliseWords,
  remainingAfter,
} from '../../../shared/verification/duplicate.ts'
import { definitionOf } from '../../../shared/verification/product/definitions.ts'
import { extraData } from '../../support/orders.ts'

const context = {
  id: 1,
  applicantId: 2,
  organisationId: 1,
  mode: 'test',
  clientId: 'a-client',
  now: '2026-11-20T12:00:00Z',
} as const

const body = {
  customerReference: 'order-1',
  street: 'No. 12 Allen Avenue',
  city: 'Ikeja',
  stateName: 'Lagos',
  lgaName: 'Ikeja',
  canContactPoc: true,
  rcNumber: 'RC 1',
  businessType: 'Formal',
  businessName: 'Okoro & Sons',
  addressExtraData: extraData(),
  employerName: 'Okoro & Sons',
  employerEmail: 'HR@example.com',
  employerPhone: '0803',
  applicant: { firstname: 'Ngozi', lastname: 'Okoro', phone: '+2348031234567' },
}

const fingerprint = (product: Product, changes: object = {}) =>
  fingerprintOrder(definitionOf[product].order({ ...body, ...changes }, context))

it('keeps the fingerprints under which the orders of the last thirty days are guarded', () => {
  expect(products.map(product => fingerprint(product))).toEqual([
    'ngdEAGOQB5_g1gCmLmz-vpcCQQmk4wvRNFJDGud5Wo8',
    '_XkGPMIwfacy2-BVJrwoJvx-j5kchAn2Ebtx_FfNWs4',
    'XjgXRQpB_vMkDL46R4hwnPRQLMMOt5Vfplg0Aq0QBe8',
    'fcSsOv3LvRowpNziORs36e4RxwiO7UlcVucBoJ4Zces',
  ])
})

it.each(products)('takes two spellings of one order of %s for the same', product => {
  const applicant = { firstname: ' NGOZI', lastname: 'Okóro', phone: '0803 123 4567' }
  const spelled = {
    street: '12, allen ave',
    employerName: 'okoro, sons',
    employerEmail: 'hr@example.com',
    applicant,
  }
  expect(fingerprint(product, spelled)).toBe(fingerprint(product))
})

it.each([
  ['1½ Allen Avenue', '11/2 Allen Avenue'],
  ['1/2 Allen Avenue', '1 2 Allen Avenue'],
  ['5² Allen Avenue', '52 Allen Avenue'],
  ['😀 House', '🎃 House'],
  ['Plot 5 +', 'Plot 5'],
])('keeps %s apart from %s', (one, other) => {
  expect(fingerprint('address', { street: one })).not.toBe(fingerprint('address', { street: other }))
})

it.each([
  ['12, ALLEN  Avenue.', '12 allen ave'],
  ['1½, Allen-Avenue', '1½ allen avenue'],
  ['Ọ̀ṣun Street', 'osun st'],
])('takes %s for %s', (one, other) => {
  expect(fingerprint('address', { street: one })).toBe(fingerprint('address', { street: other }))
})

it('abbreviates what stands in addresses', () => {
  expect(normaliseWords('Street road AVENUE av close crescent drive estate number 5')).toBe(
    'st rd ave ave cl cres dr est 5',
  )
})

describe('a guard', () => {
  const [father, son] = ['1960-01-01', '1990-01-01'].map(dob => digestDateOfBirth('f', dob))
  const others = [
    { id: 2, dob: son, expiresAt: 200 },
    { id: 1, expiresAt: 100 },
  ]
  const guard = { id: 3, dob: father, expiresAt: 300, others }

  it('lasts thirty days', () => expect(duplicateWindowSeconds).toBe(2_592_000))

  it('tells birth dates apart by sixteen characters of a digest, another for other orders', () => {
    expect(father).toMatch(/^[\w-]{16}$/)
    expect(new Set([father, son, digestDateOfBirth('g', '1960-01-01')]).size).toBe(3)
    expect(digestDateOfBirth('f', undefined)).toBeUndefined()
  })

  it.each([
    ['of the same birth date, or of none', father, 99, [3, 1]],
    ['of another', son, 99, [2, 1]],
    ['of all when none is given', undefined, 99, [3, 2, 1]],
    ['of none from the second in which it expires', undefined, 100, [3, 2]],
    ['of nobody after all', undefined, 300, []],
  ])('finds earlier orders %s', (_of, dob, now, ids) => {
    expect(findRepeated(guard, dob, now)).toEqual(ids)
  })

  it('finds one that stands alone', () => {
    expect(findRepeated({ id: 3, expiresAt: 300 }, father, 299)).toEqual([3])
  })

  it('leaves to the next what has not expired, and of that the latest ten', () => {
    const { others: _, ...last } = guard
    expect(remainingAfter(guard, 150)).toEqual([last, others[0]])
    const many = Array.from({ length: 12 }, (_one, n) => ({ id: n, dob: undefined, expiresAt: 300 }))
    expect(remainingAfter({ ...last, others: many }, 150)).toEqual([last, ...many.slice(0, 9)])
    expect(remainingAfter(undefined, 150)).toEqual([])
  })
})
