import { expect, it } from 'vitest'
import { type Product, products } from '../../../shared/verification/contract/product.ts'
import { fingerprintOrder } from '../../../shared/verification/duplicate.ts'
import { definitionOf } from '../../../shared/verification/product/definitions.ts'
import { extraData } from '../../support/orders.ts'

const context = {
  id: 1,
  applicantId: 2,
  organisationId: 1,
  mode: 'test',
  now: '2026-11-20T12:00:00.000Z',
} as const

/** The fields of every product's order. */
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

const fingerprint = (product: Product, changes: object = {}) => {
  return fingerprintOrder(definitionOf[product].order({ ...body, ...changes }, context))
}

it('keeps the fingerprints under which the orders of the last thirty days are guarded', () => {
  expect(products.map(product => fingerprint(product))).toEqual([
    'zYUD-L5EcE3DTK6NdzmC3b1Wxy4fmkEq2YqdimlwOBE',
    'WBziI-PD-CwOgWpPU6tYNGuv3wKuVKh6TZDgqiEZotE',
    'mkhcXGIavgLuZRIqktvpZ4YtEei2rDeg7UDDqI7gZUA',
    'kh8Ol50_eZ7LPmEMohv3E6JmORJ9z2xXswLEzmInocU',
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
