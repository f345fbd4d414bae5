import * as z from 'zod/mini'
import { masked, unmasked } from '../../http/contract/mask.ts'
import { bodyLimitBytes } from '../../http/contract/route.ts'
import {
  id,
  nullable,
  optional,
  optionalText,
  text,
  textOrEmpty,
  timestamp,
} from '../../http/contract/text.ts'
import { degrees, nigerianLatitude, nigerianLongitude } from '../../location/contract.ts'
import {
  AddressApplicant,
  ApplicantResponse,
  businessName,
  EventApplicant,
  ListedIdApplicant,
  orderFields,
} from './applicant.ts'
import { encrypted, type OrderFields, shapeFor } from './order-field.ts'
import { Status } from './status.ts'

const nullableText = nullable(z.string())
const { customerReference, ...terms } = orderFields

const mapped = { stored: 'mapped', customer: 'mapped', agent: 'mapped', reviewer: 'hidden' } as const

/** Fields of every order of an address, beside its applicant and its coordinates. */
const streetFields = {
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

/** The fields that the creation answer's address and the event's record share (interface §2.3, last row of §2.4). */
const order = {
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

const nullableBoolean = nullable(z.boolean())
const nullableNumber = nullable(z.number())
const nullableTime = nullable(timestamp)

const FoundBusiness = z.object({
  area: nullableText,
  businessName: nullableText,
  businessType: unmasked(nullableText),
  canContactPoc: unmasked(nullableBoolean),
  id: unmasked(nullable(id)),
  isKnown: unmasked(nullableBoolean),
  isOwnerKnown: unmasked(nullableBoolean),
  name: nullableText,
  nameFound: nullableText,
  ownerVisitsFrequently: unmasked(nullableBoolean),
  rcNumber: masked('last-four', nullableText),
  type: nullableText,
})

export const Photos = z.object({
  photo1: z.optional(z.string()),
  photo2: z.optional(z.string()),
  photo3: z.optional(z.string()),
})

/** The record of a completion event (interface §2.4). */
export const AddressRecord = z.object({
  id: unmasked(id),
  userId: unmasked(nullable(id)),
  identityVerificationId: unmasked(nullable(id)),
  apiReference: nullableText,
  approvedAt: unmasked(nullableTime),
  rejectedAt: unmasked(nullableTime),
  agentSubmittedAt: unmasked(nullableTime),
  applicationId: unmasked(id),
  countryName: unmasked(z.string()),
  isLive: unmasked(z.boolean()),
  neighbor: z.object({
    comment: nullableText,
    firstname: masked('initials', nullableText),
    lastname: masked('initials', nullableText),
    phone: masked('last-four', nullableText),
  }),
  addressBasic: unmasked(z.object({ addressType: z.string() })),
  business: FoundBusiness,
  applicant: EventApplicant,
  agentComment: nullableText,
  adminComment: nullableText,
  verifindData: z.object({
    buildingImageDistance: nullableNumber,
    deviceLocationDistance: nullableNumber,
    isTrackingSessionActive: unmasked(nullableBoolean),
    selfieImageDistance: nullableNumber,
    surroundingImageDistance: nullableNumber,
    trackingEndedAt: unmasked(nullableTime),
    trackingStartedAt: unmasked(nullableTime),
    isVerifind4d: unmasked(z.boolean()),
  }),
  interiorPhotos: Photos,
  exteriorPhotos: Photos,
  extraPhotos: Photos,
  ...order,
})
export type AddressRecord = z.infer<typeof AddressRecord>

export const AddressSummary = z.object({ address_check: z.string() })

/** The record as it was ordered, until it is final (interface §2.3). */
export const PendingAddressRecord = z.object({ ...order, business: z.optional(OrderedBusiness) })
export type PendingAddressRecord = z.infer<typeof PendingAddressRecord>

const verification = {
  id,
  customerReference: z.string(),
  applicant: ApplicantResponse,
  summary: AddressSummary,
  status: Status,
}

/** The answer to a creation (interface §2.3). */
export const CreateAddressResponse = z.object({
  ...verification,
  address: PendingAddressRecord,
  duplicateRequest: z.boolean(),
})
export type CreateAddressResponse = z.infer<typeof CreateAddressResponse>

/** A verification read later: the ordered fields until it is final, the event record's fields after. */
export const AddressResponse = z.object({
  ...verification,
  address: z.union([AddressRecord, PendingAddressRecord]),
})
export type AddressResponse = z.infer<typeof AddressResponse>

/* The fields and their words are those that existing integrations of this kind of order send. */

export const buildingUses = ['Residential', 'Commercial'] as const
export type BuildingUse = (typeof buildingUses)[number]

export const buildingTypes = ['Multi-story', 'Flats & Apartment', 'Bungalow', 'Office Complex'] as const
export type BuildingType = (typeof buildingTypes)[number]

export const buildingStatuses = ['Completed', 'Painted', 'Completed and Painted'] as const
export type BuildingStatus = (typeof buildingStatuses)[number]

export const applicantPhotoSlots = ['applicantPhoto1', 'applicantPhoto2', 'applicantPhoto3'] as const
export type ApplicantPhotoSlot = (typeof applicantPhotoSlots)[number]

/**
 * The largest photo that is taken, in bytes. Lambda takes 6 MB of a request, in which base64 makes four bytes of three
 * (https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html): three of this size always have room.
 */
export const applicantPhotoLimitBytes = 1_350_000

/** As so many characters it is sent. */
export const applicantPhotoLength = Math.ceil(applicantPhotoLimitBytes / 3) * 4

/** The largest body of an order: its photos, and as much besides as any other body may have. */
export const proBodyLimitBytes = applicantPhotoSlots.length * applicantPhotoLength + bodyLimitBytes

/** Its form and size are `applicantPhotoRule`'s to judge, whose words a schema has not; its picture is looked at later. */
const photo = optional(
  z.string().register(z.globalRegistry, {
    contentEncoding: 'base64',
    maxLength: applicantPhotoLength,
    description: `A photo of the house: the base64 of a JPEG, PNG or WebP file, without \`data:\` before it, of at most ${applicantPhotoLimitBytes} bytes. It is drawn anew from its pixels: nothing else of the file is kept.`,
  }),
)

const photoField = { ...mapped, schema: photo, customer: 'hidden' } as const

/** What the applicant says and shows of the house, stored together as `property`. */
export const propertyFields = {
  houseNumber: { ...encrypted, schema: optionalText(30), agent: nullableText },
  /** What helps to find the house. */
  generalDescription: { ...encrypted, schema: text(1000), agent: z.string() },
  /** Where the applicant confirmed on a map that the house is, in degrees (WGS 84). */
  latitude: { ...mapped, schema: nigerianLatitude },
  longitude: { ...mapped, schema: nigerianLongitude },
  buildingDescription: { ...encrypted, schema: z.enum(buildingUses), agent: z.enum(buildingUses) },
  hasGateAndFence: { ...encrypted, schema: z.boolean(), agent: z.boolean() },
  buildingStatus: { ...encrypted, schema: z.enum(buildingStatuses), agent: z.enum(buildingStatuses) },
  buildingType: { ...encrypted, schema: z.enum(buildingTypes), agent: z.enum(buildingTypes) },
  buildingColour: { ...encrypted, schema: text(50), agent: z.string() },
  applicantPhoto1: photoField,
  applicantPhoto2: photoField,
  applicantPhoto3: photoField,
} as const satisfies OrderFields

export const AddressExtraData = z.object(shapeFor(propertyFields, 'schema'))

export const CreateProAddress = z.object({
  ...shapeFor(streetFields, 'schema'),
  applicant: AddressApplicant,
  addressExtraData: AddressExtraData,
})
export type CreateProAddress = z.infer<typeof CreateProAddress>
