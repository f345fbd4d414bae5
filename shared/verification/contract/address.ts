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
  street: {
    ...encrypted,
    /** House number and street. @example "12 Allen Avenue" */
    schema: text(200),
    /** House number and street, as you sent them. @example "12 Allen Avenue" */
    customer: z.string(),
    /** House number and street. @example "12 Allen Avenue" */
    agent: z.string(),
  },
  lgaName: {
    ...mapped,
    /**
     * The local government area, by its name in `GET /v1/locations/states/{stateId}/lgas`. Other spellings
     * that lists use are understood, with and without "LGA".
     * @example "Ikeja"
     */
    schema: text(60),
  },
  stateName: {
    ...mapped,
    /**
     * The state of Nigeria, by its name in `GET /v1/locations/states`, with and without "State".
     * @example "Lagos"
     */
    schema: text(60),
  },
  landmark: {
    ...encrypted,
    /** What is nearby and easy to find. It helps the agent. @example "Opposite the roundabout" */
    schema: optionalText(200),
    /** The landmark, as you sent it. Empty if you sent none. @example "Opposite the roundabout" */
    customer: textOrEmpty,
    /** What is nearby and easy to find. Empty if unknown. @example "Opposite the roundabout" */
    agent: textOrEmpty,
  },
  city: {
    ...encrypted,
    /** The town or city. @example "Ikeja" */
    schema: text(100),
    /** The town or city, as you sent it. @example "Ikeja" */
    customer: z.string(),
    /** The town or city. @example "Ikeja" */
    agent: z.string(),
  },
  ...terms,
} as const satisfies OrderFields

/** Fields of an address order; without coordinates its location is the centre of the LGA or state. */
export const addressFields = {
  ...streetFields,
  latitude: {
    ...mapped,
    /**
     * Where the address is, in degrees (WGS 84), if you know it; in Nigeria. Without it distances are not
     * measured. Send it with `longitude`.
     * @example 6.6018
     */
    schema: optional(degrees(90)),
  },
  longitude: {
    ...mapped,
    /** Where the address is, in degrees (WGS 84), if you know it. Send it with `latitude`. @example 3.3515 */
    schema: optional(degrees(180)),
  },
} as const satisfies OrderFields

/** An order to verify that a person lives at an address in Nigeria. */
export const CreateAddress = z.object({
  ...shapeFor(addressFields, 'schema'),
  /** The person who is verified. */
  applicant: AddressApplicant,
})
export type CreateAddress = z.infer<typeof CreateAddress>

export const businessTypes = ['Formal', 'Informal'] as const

/** Fields of a business address order, stored together as `business`. */
export const businessFields = {
  canContactPoc: {
    ...encrypted,
    /** Whether the agent may contact somebody at the business. @example true */
    schema: z.boolean(),
    /** Whether the agent may contact somebody at the business. @example true */
    customer: z.boolean(),
    /** Whether the agent may contact somebody there. @example true */
    agent: z.boolean(),
  },
  rcNumber: {
    ...encrypted,
    /** The registration number of the business (RC number). @example "RC123456" */
    schema: text(50),
    /** The registration number of the business (RC number). @example "RC123456" */
    customer: z.string(),
    /** The registration number that the customer stated. Null unless stated. @example "RC123456" */
    reviewer: nullableText,
  },
  businessType: {
    ...encrypted,
    /** Whether the business is registered (`Formal`) or not (`Informal`). @example "Formal" */
    schema: z.enum(businessTypes),
    /** Whether the business is registered (`Formal`) or not (`Informal`). @example "Formal" */
    customer: z.enum(businessTypes),
    /** Whether the business is registered (`Formal`) or not (`Informal`). @example "Formal" */
    agent: z.enum(businessTypes),
  },
  businessName: {
    ...encrypted,
    /** The name of the business. @example "Adeyemi Stores" */
    schema: businessName(200),
    /** The name of the business. @example "Adeyemi Stores" */
    customer: z.string(),
    /** The name of the business. @example "Adeyemi Stores" */
    agent: z.string(),
  },
} as const satisfies OrderFields

/** An order to verify that a business is at an address in Nigeria. */
export const CreateBusinessAddress = z.object({
  ...shapeFor(addressFields, 'schema'),
  /** The person who speaks for the business. */
  applicant: ListedIdApplicant,
  ...shapeFor(businessFields, 'schema'),
})
export type CreateBusinessAddress = z.infer<typeof CreateBusinessAddress>

/** An address, and where it is. */
export const Location = z.object({
  ...shapeFor(addressFields, 'customer', ['city', 'landmark', 'street']),
  /** The state. @example "Lagos" */
  stateName: unmasked(z.string()),
  /** The local government area. @example "Ikeja" */
  lgaName: unmasked(z.string()),
  /**
   * The latitude that you sent, in degrees (WGS 84); otherwise that of the state’s capital.
   * @example 6.6018
   */
  initialLatitude: z.number(),
  /**
   * The longitude that you sent, in degrees (WGS 84); otherwise that of the state’s capital.
   * @example 3.3515
   */
  initialLongitude: z.number(),
  /** The latitude that the agent’s device measured; until then the initial one. @example 6.6021 */
  latitude: z.number(),
  /** The longitude that the agent’s device measured; until then the initial one. @example 3.3518 */
  longitude: z.number(),
  /** A map of this position. @example "https://www.google.com/maps/search/?api=1&query=6.6021,3.3518" */
  locationUrl: z.string(),
})

export const addressOrder = {
  /** The type of verification. @example "address" */
  verificationTypeCode: unmasked(z.literal('address')),
  /** The id of your organisation. @example 1 */
  organisationId: unmasked(id),
  /** When the order was accepted. @example "2026-11-20T09:30:00.000Z" */
  requestedAt: unmasked(timestamp),
  /** When the record last changed. @example "2026-11-20T09:31:00.000Z" */
  updatedAt: unmasked(timestamp),
  /** How it was ordered. @example "api" */
  requestSource: unmasked(z.literal('api')),
  /** Always false. @example false */
  archived: unmasked(z.boolean()),
  /** The id of the state. @example 24 */
  stateId: unmasked(id),
  /** The id of the local government area. @example 2411 */
  lgaId: unmasked(id),
  /** The state, as the list of states spells it. @example "Lagos" */
  stateName: unmasked(z.string()),
  /** The local government area, as the list spells it. @example "Ikeja" */
  lgaName: unmasked(z.string()),
  /** The address, and where it is. */
  location: Location,
  /**
   * Whether the address alone did not lead the agent there. False until the visit, and for an employment.
   * @example false
   */
  isVague: unmasked(z.boolean()),
  /** Your own reference, as you sent it with the order. @example "customer-1042" */
  customerReference: z.string(),
  /** Always `standard`. @example "standard" */
  paymentMethodCode: unmasked(z.literal('standard')),
  /** What was charged, in naira. 0 until there is a verdict, and for what is never charged. @example 2500 */
  price: unmasked(z.number()),
  /** Where the verification stands, and how it ended. */
  status: Status,
}

const OrderedBusiness = z.object(shapeFor(businessFields, 'customer', ['businessName', 'businessType']))

export const AddressSummary = z.object({
  /** The same as `status.status`. @example "IN_PROGRESS" */
  address_check: z.string(),
})

// Interface §2.3.
/** The record as it was ordered, until it is complete. */
export const PendingAddressRecord = z.object({
  ...addressOrder,
  /** The business of the order. Only for business addresses. */
  business: z.optional(OrderedBusiness),
})
export type PendingAddressRecord = z.infer<typeof PendingAddressRecord>

export const addressBase = {
  /** The id of the verification. Read the record with it. @example 890123456789012 */
  id,
  /** Your own reference, as you sent it with the order. @example "customer-1042" */
  customerReference: z.string(),
  /** The person who is verified. */
  applicant: ApplicantResponse,
  /** The result in one field. */
  summary: AddressSummary,
  /** Where the verification stands, and how it ended. */
  status: Status,
}

/** An accepted order. */
export const CreateAddressResponse = z.object({
  ...addressBase,
  /** The record. */
  address: PendingAddressRecord,
  /**
   * True if an equal order was accepted within 30 days: this is the earlier verification, and nothing new is
   * charged.
   * @example false
   */
  duplicateRequest: z.boolean(),
})
export type CreateAddressResponse = z.infer<typeof CreateAddressResponse>
