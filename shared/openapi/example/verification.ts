import { buildEnvelope } from '../../event/event.ts'
import { simulationOf } from '../../sandbox/agent/report.ts'
import { toAddressResponse, withoutPhotos } from '../../verification/response/address.ts'
import { toEmploymentResponse } from '../../verification/response/employment.ts'
import { toVerificationListItem } from '../../verification/response/list-item.ts'
import { CreateAddress, CreateBusinessAddress } from '../../verification/contract/address.ts'
import { CreateProAddress } from '../../verification/contract/address-pro.ts'
import { CreateEmployment } from '../../verification/contract/employment.ts'
import type { Product } from '../../verification/contract/product.ts'
import { type DecidedOutcome, type Outcome, statusOf } from '../../verification/outcome.ts'
import { definitionOf } from '../../verification/product/definitions.ts'
import type {
  AddressVerification,
  EmploymentVerification,
  Verification,
} from '../../verification/verification.ts'
import type { Examples } from './examples.ts'

/* Examples are made by the code that answers: they cannot say what it does not. */

export const requestedAt = '2026-11-20T09:30:00.000Z'
export const endedAt = '2026-11-21T14:05:12.000Z'

const applicant = {
  firstname: 'Ngozi',
  lastname: 'Adeyemi',
  phone: '+2348031234567',
  dob: '1990-04-12',
  gender: 'female',
}

const street = {
  customerReference: 'customer-1042',
  street: '12 Allen Avenue',
  landmark: 'Opposite the roundabout',
  city: 'Ikeja',
  lgaName: 'Ikeja',
  stateName: 'Lagos',
  applicant,
}

/** A drawing of a house as a PNG of 120 × 100 pixels: small, and good enough to be taken. */
const examplePhoto =
  'iVBORw0KGgoAAAANSUhEUgAAAHgAAABkAQMAAAB3vmZxAAAABlBMVEWcxOTz5ciLf3chAAAAGklEQVR42mNgGAWjYHCB/1Awyh/lj/IHNwAA7ZKGiGrA/XgAAAAASUVORK5CYII='

/** What is ordered, by product. */
export const orders = {
  address: street,
  'address-pro': {
    ...street,
    customerReference: 'customer-1045',
    addressExtraData: {
      houseNumber: '12',
      generalDescription: 'Cream bungalow behind the pharmacy, black gate with a lamp on either side',
      latitude: 6.6018,
      longitude: 3.3515,
      buildingDescription: 'Residential',
      hasGateAndFence: true,
      buildingStatus: 'Completed and Painted',
      buildingType: 'Bungalow',
      buildingColour: 'Cream',
      applicantPhoto1: examplePhoto,
    },
  },
  'business-address': {
    ...street,
    customerReference: 'customer-1043',
    canContactPoc: true,
    rcNumber: 'RC123456',
    businessType: 'Formal',
    businessName: 'Adeyemi Foods Limited',
  },
  employment: {
    customerReference: 'customer-1044',
    employerName: 'Zenith Works Limited',
    employerEmail: 'hr@zenithworks.example',
    employerPhone: '+2348031234567',
    startDate: '2019-02-01',
    jobTitle: 'Accountant',
    currentlyEmployed: 'yes',
    contactPersonName: 'Ibrahim Musa',
    applicant,
  },
} as const satisfies Record<Product, object>

const ids: Readonly<Record<Product, number>> = {
  address: 890123456789012,
  'address-pro': 890123456789015,
  'business-address': 890123456789013,
  employment: 890123456789014,
}

const schemas = {
  address: CreateAddress,
  'address-pro': CreateProAddress,
  'business-address': CreateBusinessAddress,
  employment: CreateEmployment,
} as const

export const accepted = (product: Product): Verification =>
  definitionOf[product].order(schemas[product].parse(orders[product]), {
    id: ids[product],
    applicantId: 890123456789099,
    organisationId: 1,
    mode: 'test',
    now: requestedAt,
  })

const isDecided = (outcome: Outcome, product: Product): outcome is DecidedOutcome =>
  (definitionOf[product].decidable as readonly Outcome[]).includes(outcome)

/** The record as it ends so. */
export const ended = (product: Product, outcome: Outcome): Verification => {
  const record = { ...accepted(product), outcome, updatedAt: endedAt } as Verification
  if (!isDecided(outcome, product)) return record
  const report = simulationOf[product].report(record, { at: endedAt, outcome })
  const at = outcome === 'verified' ? { approvedAt: endedAt } : { rejectedAt: endedAt }
  return { ...record, ...at, report, price: definitionOf[product].priceNgn } as Verification
}

export const photoUrl = (key: string): string =>
  `https://api.example.com/v1/file/ZXhhbXBsZS10b2tlbi1vZi1h.${key.split('/').at(-1)}`

const answered = (record: Verification) =>
  record.product === 'employment'
    ? toEmploymentResponse(record as EmploymentVerification)
    : toAddressResponse(record as AddressVerification, record.report ? photoUrl : withoutPhotos)

/** Every way that a verification of this product can end. */
const ends = (product: Product): readonly Outcome[] => [
  ...definitionOf[product].decidable,
  'expired',
  'cancelled',
]

/** `FAILED - NOT IN RESIDENCE` as a name: `failed-not-in-residence`. */
const named = (outcome: Outcome): string =>
  statusOf(outcome)
    .subStatus.toLowerCase()
    .replace(/[^a-z]+/g, '-')

/** The answers to a creation: new, and to an order that repeats an earlier one. */
export const creations = (product: Product): Examples => ({
  201: { accepted: definitionOf[product].toCreated(accepted(product), false) },
  200: { duplicate: definitionOf[product].toCreated(accepted(product), true) },
})

/** The answers to a read: on the way, and at the end. */
export const reads = (product: Product): Examples => ({
  200: { 'in-progress': answered(accepted(product)), verified: answered(ended(product, 'verified')) },
})

export const cancellation = (product: Product): Examples => ({
  200: { cancelled: answered(ended(product, 'cancelled')) },
})

export const lists = (...products: readonly Product[]): Examples => ({
  200: {
    page: {
      data: products.map(product => toVerificationListItem(ended(product, 'verified'))),
      nextCursor: null,
    },
  },
})

export const forced = {
  request: { subStatus: statusOf('verified').subStatus },
  answers: { 202: { verified: { id: ids.address, status: statusOf('verified') } } } as Examples,
}

const eventAt = (
  product: Product,
  outcome: Outcome,
  type: 'completed' | 'started' | 'delayed' | 'updated',
) => {
  const record = outcome === 'accepted' ? accepted(product) : ended(product, outcome)
  return buildEnvelope(record, `verification_${type}`, record.report ? photoUrl : withoutPhotos)
}

/** Every event about a verification of these products, by a name that says which. */
export const events = (...products: readonly Product[]): Readonly<Record<string, object>> =>
  Object.fromEntries(
    products.flatMap(product => [
      ...ends(product).map(outcome => [
        `${product}-${named(outcome)}`,
        eventAt(product, outcome, 'completed'),
      ]),
      ...(['started', 'delayed'] as const).map(type => [
        `${product}-${type}`,
        eventAt(product, 'accepted', type),
      ]),
      [`${product}-updated`, eventAt(product, 'verified', 'updated')],
    ]),
  )
