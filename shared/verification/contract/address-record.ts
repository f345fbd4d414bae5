import * as z from 'zod/mini'
import { masked, unmasked } from '../../http/contract/mask.ts'
import { id, nullable, timestamp } from '../../http/contract/text.ts'
import { positionPrecisions } from '../../location/contract.ts'
import { addressBase, addressOrder, PendingAddressRecord } from './address.ts'
import { EventApplicant } from './applicant.ts'
import { RecordDispute } from './dispute.ts'
import { AgainstFinding, RecordFlag } from './status.ts'

const nullableText = nullable(z.string())
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
  ...addressOrder,
})
export type AddressRecord = z.infer<typeof AddressRecord>

/** How precise the positions of `location` are. */
const LocationPrecision = z.object({
  initial: z.enum(positionPrecisions),
  current: z.enum(['measured', ...positionPrecisions]),
  /** Of `current`. */
  accuracyMetres: nullableNumber,
})

export const AddressResponse = z.object({
  ...addressBase,
  address: z.union([AddressRecord, PendingAddressRecord]),
  againstFinding: z.optional(AgainstFinding),
  flags: z.optional(z.array(RecordFlag)),
  dispute: z.optional(RecordDispute),
  locationPrecision: LocationPrecision,
})
export type AddressResponse = z.infer<typeof AddressResponse>
