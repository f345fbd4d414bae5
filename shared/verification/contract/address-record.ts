import * as z from 'zod/mini'
import { masked, unmasked } from '../../http/contract/mask.ts'
import { id, nullable, reserved, timestamp } from '../../http/contract/text.ts'
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
  /** The area in which it is. Null where the visit did not find it out. @example "Allen" */
  area: nullableText,
  /** The name that you sent. Null for the address of a person. @example "Adeyemi Stores" */
  businessName: nullableText,
  /** The type that you sent. Null for the address of a person. @example "Formal" */
  businessType: unmasked(nullableText),
  /** Whether the agent may contact somebody there. Null for the address of a person. @example true */
  canContactPoc: unmasked(nullableBoolean),
  /** The id of the verification. Null for the address of a person. @example 890123456789012 */
  id: unmasked(nullable(id)),
  /** Whether the business is known there. Null where the visit did not find it out. @example true */
  isKnown: unmasked(nullableBoolean),
  /** Whether its owner is known there. Null where the visit did not find it out. @example true */
  isOwnerKnown: unmasked(nullableBoolean),
  /** The name that people use. Null where the visit did not find it out. @example "Adeyemi Stores" */
  name: nullableText,
  /** The name on the sign. Null where the visit did not find it out. @example "Adeyemi Stores" */
  nameFound: nullableText,
  /** Whether the owner is often there. Null where the visit did not find it out. @example true */
  ownerVisitsFrequently: unmasked(nullableBoolean),
  /** The registration number that you sent. Null for the address of a person. @example "RC123456" */
  rcNumber: masked('last-four', nullableText),
  /** What kind of business the agent saw. Null where the visit did not find it out. @example "Shop" */
  type: nullableText,
})

/** Links to photos. A link works for who has it: treat it as personal data. */
export const Photos = z.object({
  /**
   * The link to the first photo. Absent if there is none.
   * @example "https://api.example.com/v1/file/ZXhhbXBsZS10b2tlbg"
   */
  photo1: z.optional(z.string()),
  /**
   * The link to the second photo. Absent if there is none.
   * @example "https://api.example.com/v1/file/ZXhhbXBsZS10b2tlbg"
   */
  photo2: z.optional(z.string()),
  /**
   * The link to the third photo. Absent if there is none.
   * @example "https://api.example.com/v1/file/ZXhhbXBsZS10b2tlbg"
   */
  photo3: z.optional(z.string()),
})

// Interface §2.4.
/** A complete address verification, as its event and `GET /v1/addresses/{id}` show it. */
export const AddressRecord = z.object({
  /** The id of the verification. Read the record with it. @example 890123456789012 */
  id: unmasked(id),
  /** Reserved for a later use; always null. @example null */
  userId: unmasked(reserved(id)),
  /** Reserved for a later use; always null. @example null */
  identityVerificationId: unmasked(reserved(id)),
  /** Reserved for a later use; always null. @example null */
  apiReference: reserved(z.string()),
  /** When a reviewer last approved it. Null if nobody did. @example "2026-11-20T09:31:00.000Z" */
  approvedAt: unmasked(nullableTime),
  /** When a reviewer last rejected it. Null if nobody did. @example "2026-11-20T09:31:00.000Z" */
  rejectedAt: unmasked(nullableTime),
  /** When the agent submitted the report. Null if nobody visited. @example "2026-11-20T09:31:00.000Z" */
  agentSubmittedAt: unmasked(nullableTime),
  /** The same as `id`. @example 890123456789012 */
  applicationId: unmasked(id),
  /** The country. @example "Nigeria" */
  countryName: unmasked(z.string()),
  /** True in live mode, false in test mode. @example false */
  isLive: unmasked(z.boolean()),
  /** A neighbour whom the agent asked. */
  neighbor: z.object({
    /** What they said. Null where the visit did not find it out. @example "Knows the applicant." */
    comment: nullableText,
    /** Their first name. Null where the visit did not find it out. @example "Musa" */
    firstname: masked('initials', nullableText),
    /** Their last name. Null where the visit did not find it out. @example "Bello" */
    lastname: masked('initials', nullableText),
    /** Their telephone number. Null where the visit did not find it out. @example "08031234567" */
    phone: masked('last-four', nullableText),
  }),
  /** The kind of address. */
  addressBasic: unmasked(
    z.object({
      /** The kind of address that the agent noted. Empty if none. @example "Residential" */
      addressType: z.string(),
    }),
  ),
  /** The business as ordered and as found. Its fields are null for the address of a person. */
  business: FoundBusiness,
  /** The person who is verified. */
  applicant: EventApplicant,
  /** What the agent wrote. Null if nothing. @example "Everything is as the customer says." */
  agentComment: nullableText,
  /** What the reviewer wrote for you. Null if nothing. @example "Confirmed." */
  adminComment: nullableText,
  /** Distances from the stated address, measured by the evidence of the visit. */
  verifindData: z.object({
    /** Of the farthest photo from outside, in metres. Null if you sent no position. @example 12.5 */
    buildingImageDistance: nullableNumber,
    /** Of the device’s nearest position, in metres. Null if you sent no position. @example 9.2 */
    deviceLocationDistance: nullableNumber,
    /** Whether the tracking session still runs. Null without a session. @example false */
    isTrackingSessionActive: unmasked(nullableBoolean),
    /** Reserved for a later use; always null. @example null */
    selfieImageDistance: reserved(z.number()),
    /** Of the farthest extra photo, in metres. Null if you sent no position. @example 14.1 */
    surroundingImageDistance: nullableNumber,
    /** When the report was submitted. Null without a session. @example "2026-11-20T09:31:00.000Z" */
    trackingEndedAt: unmasked(nullableTime),
    /** When the agent claimed the visit. Null without a session. @example "2026-11-20T09:30:30.000Z" */
    trackingStartedAt: unmasked(nullableTime),
    /**
     * Whether a photo from outside was taken with the page’s camera in the session, at the place, without a
     * strong flag.
     * @example true
     */
    isVerifind4d: unmasked(z.boolean()),
  }),
  /** Photos from inside. Links to photos, by `photo1` to `photo3`. Empty if there are none. */
  interiorPhotos: Photos,
  /** Photos from outside. Links to photos, by `photo1` to `photo3`. Empty if there are none. */
  exteriorPhotos: Photos,
  /** Other photos. Links to photos, by `photo1` to `photo3`. Empty if there are none. */
  extraPhotos: Photos,
  ...addressOrder,
})
export type AddressRecord = z.infer<typeof AddressRecord>

const LocationPrecision = z.object({
  /**
   * How precise the position is. `confirmed`: the applicant confirmed it on a map. `stated`: the order gave
   * it. `lga_centre`, `state_centre`: the order gave none; this is the middle of the LGA, or the capital of
   * the state, and not the address.
   * @example "stated"
   */
  initial: z.enum(positionPrecisions),
  /**
   * The same of `latitude` and `longitude`. `measured`: the agent’s device measured them.
   * @example "measured"
   */
  current: z.enum(['measured', ...positionPrecisions]),
  /**
   * The radius in metres within which the measuring device believed to be. Null unless `current` is
   * `measured`, and where the device did not say.
   * @example 12.5
   */
  accuracyMetres: nullableNumber,
})

/** An address verification. */
export const AddressResponse = z.object({
  ...addressBase,
  /** The record: with what was found once it is complete, before that as it was ordered. */
  address: z.union([AddressRecord, PendingAddressRecord]),
  /** Why the reviewer decided against what was found. Absent unless they did. */
  againstFinding: z.optional(AgainstFinding),
  /**
   * What the decision and the evidence of its visit have to be asked about: the strong flags, one a fact.
   * Absent if nothing; weak ones are for reviewers.
   */
  flags: z.optional(z.array(RecordFlag)),
  /** The latest dispute about the decision. Absent if nobody objected. Events are without it. */
  dispute: z.optional(RecordDispute),
  /** How precise the positions in `location` are. Events are without it. */
  locationPrecision: LocationPrecision,
})
export type AddressResponse = z.infer<typeof AddressResponse>
