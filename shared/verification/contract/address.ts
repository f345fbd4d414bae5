import * as z from 'zod/mini'
import { unmasked } from '../../http/contract/mask.ts'
import {
  businessName,
  id,
  nullable,
  optional,
  optionalText,
  text,
  textOrEmpty,
  timestamp,
} from '../../http/contract/text.ts'
import { degrees } from '../../location/contract.ts'
import { AddressApplicant, ApplicantResponse, ListedIdApplicant, orderFields } from './applicant.ts'
import { encrypted, type OrderFields, shapeFor } from './order-field.ts'
import { Status } from './status.ts'

const nullableText = nullable(z.string())
const { customerReference, ...terms } = orderFields

export const mapped = { stored: 'mapped', customer: 'mapped', agent: 'mapped', reviewer: 'hidden' } as const

export const streetFields = {
  customerReference,
  street: { ...encrypted, schema: text(200), customer: z.string(), agent: z.string() },
  lgaName: { ...mapped, schema: text(60) },
  stateName: { ...mapped, schema: text(60) },
  landmark: { ...encrypted, schema: optionalText(200), customer: textOrEmpty, agent: textOrEmpty },
  city: { ...encrypted, schema: text(100), customer: z.string(), agent: z.string() },
  ...terms,
} as const satisfies OrderFields

/** Fields of an address order; without coordinates its location is the centre of the LGA or state. */
export const addressFields = {
  ...streetFields,
  latitude: { ...mapped, schema: optional(degrees(90)) },
  longitude: { ...mapped, schema: optional(degrees(180)) },
} as const satisfies OrderFields

export const CreateAddress = z.object({
  ...shapeFor(addressFields, 'schema'),
  applicant: AddressApplicant,
})
export type CreateAddress = z.infer<typeof CreateAddress>

export const businessTypes = ['Formal', 'Informal'] as const

/** Fields of a business address order, stored together as `business`. */
export const businessFields = {
  canContactPoc: { ...encrypted, schema: z.boolean(), customer: z.boolean(), agent: z.boolean() },
  rcNumber: { ...encrypted, schema: text(50), customer: z.string(), reviewer: nullableText },
  businessType: {
    ...encrypted,
    schema: z.enum(businessTypes),
    customer: z.enum(businessTypes),
    agent: z.enum(businessTypes),
  },
  businessName: { ...encrypted, schema: businessName(200), customer: z.string(), agent: z.string() },
} as const satisfies OrderFields

export const CreateBusinessAddress = z.object({
  ...shapeFor(addressFields, 'schema'),
  applicant: ListedIdApplicant,
  ...shapeFor(businessFields, 'schema'),
})
export type CreateBusinessAddress = z.infer<typeof CreateBusinessAddress>

export const Location = z.object({
  ...shapeFor(addressFields, 'customer', ['city', 'landmark', 'street']),
  stateName: unmasked(z.string()),
  lgaName: unmasked(z.string()),
  initialLatitude: z.number(),
  initialLongitude: z.number(),
  latitude: z.number(),
  longitude: z.number(),
  locationUrl: z.string(),
})

export const addressOrder = {
  verificationTypeCode: unmasked(z.literal('address')),
  organisationId: unmasked(id),
  requestedAt: unmasked(timestamp),
  updatedAt: unmasked(timestamp),
  requestSource: unmasked(z.literal('api')),
  archived: unmasked(z.boolean()),
  stateId: unmasked(id),
  lgaId: unmasked(id),
  stateName: unmasked(z.string()),
  lgaName: unmasked(z.string()),
  location: Location,
  isVague: unmasked(z.boolean()),
  customerReference: z.string(),
  paymentMethodCode: unmasked(z.literal('standard')),
  price: unmasked(z.number()),
  status: Status,
}

const OrderedBusiness = z.object(shapeFor(businessFields, 'customer', ['businessName', 'businessType']))

export const AddressSummary = z.object({ address_check: z.string() })

/** The record as it was ordered, until it is final (interface §2.3). */
export const PendingAddressRecord = z.object({ ...addressOrder, business: z.optional(OrderedBusiness) })
export type PendingAddressRecord = z.infer<typeof PendingAddressRecord>

export const addressBase = {
  id,
  customerReference: z.string(),
  applicant: ApplicantResponse,
  summary: AddressSummary,
  status: Status,
}

export const CreateAddressResponse = z.object({
  ...addressBase,
  address: PendingAddressRecord,
  duplicateRequest: z.boolean(),
})
export type CreateAddressResponse = z.infer<typeof CreateAddressResponse>
