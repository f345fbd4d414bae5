import * as z from 'zod/mini'
import { id, timestamp } from '../../http/contract/text.ts'
import { matchHows } from './match-how.ts'
import { identityProducts } from './product.ts'

const MatchHow = z.enum(matchHows)

const perField = <Value extends z.core.$ZodType>(value: Value) =>
  z.object({
    firstname: value,
    lastname: value,
    middlename: z.optional(value),
    dob: z.optional(value),
    phone: z.optional(value),
    email: z.optional(value),
    gender: z.optional(value),
  })

const VerifiedCheck = z.object({
  status: z.enum(['EXACT_MATCH', 'TRANSPOSED_MATCH']),
  fieldMatches: perField(z.literal(true)),
  matchDetails: perField(MatchHow),
})
const MismatchCheck = z.object({
  status: z.enum(['PARTIAL_MATCH', 'NO_MATCH']),
  fieldMatches: perField(z.boolean()),
  matchDetails: perField(MatchHow),
})
const Verified = z.object({ state: z.literal('complete'), status: z.literal('verified') })
const Mismatch = z.object({ state: z.literal('complete'), status: z.literal('id_mismatch') })

/* A summary and a status exist in two combinations only: `verified` beside a partial or no match cannot be written. */
const verifiedNin = { summary: z.object({ nin_check: VerifiedCheck }), status: Verified }
const mismatchedNin = { summary: z.object({ nin_check: MismatchCheck }), status: Mismatch }
const verifiedLicense = { summary: z.object({ drivers_license_check: VerifiedCheck }), status: Verified }
const mismatchedLicense = { summary: z.object({ drivers_license_check: MismatchCheck }), status: Mismatch }

const NinConclusion = z.union([z.object(verifiedNin), z.object(mismatchedNin)])
export type NinConclusion = z.infer<typeof NinConclusion>
const LicenseConclusion = z.union([z.object(verifiedLicense), z.object(mismatchedLicense)])
export type LicenseConclusion = z.infer<typeof LicenseConclusion>

const subject = { id, applicant: z.object({ firstname: z.string(), lastname: z.string() }) }

const Nin = z.object({
  nin: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  middlename: z.string(),
  phone: z.string(),
  gender: z.string(),
  /** DD-MM-YYYY */
  birthdate: z.string(),
  /** Base64 */
  photo: z.string(),
  address: z.string(),
})

/** Answer of NIN, alien card and passport (interface §2.7). */
export const NinAnswer = z.union([
  z.object({ ...subject, ...verifiedNin, nin: Nin }),
  z.object({ ...subject, ...mismatchedNin, nin: Nin }),
])
export type NinAnswer = z.infer<typeof NinAnswer>

const premium = {
  id,
  title: z.string(),
  nin: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  middlename: z.string(),
  phone: z.string(),
  email: z.string(),
  gender: z.string(),
  height: z.string(),
  profession: z.string(),
  maritalStatus: z.string(),
  employmentStatus: z.string(),
  birthdate: z.string(),
  birthState: z.string(),
  birthCountry: z.string(),
  religion: z.string(),
  nationality: z.string(),
  photo: z.string(),
  nspokenlang: z.string(),
  ospokenlang: z.string(),
  parentLastname: z.string(),
  lgaOfOrigin: z.string(),
  stateOfOrigin: z.string(),
  residence: z.object({ address1: z.string(), lga: z.string(), state: z.string() }),
  nextOfKin: z.object({
    firstname: z.string(),
    lastname: z.string(),
    address1: z.string(),
    address2: z.string(),
    lga: z.string(),
    state: z.string(),
    town: z.string(),
  }),
}

/** Answer of NIN premium (interface §2.8): flat, with `summary` and `status` after `nextOfKin`. */
export const PremiumAnswer = z.union([
  z.object({ ...premium, ...verifiedNin }),
  z.object({ ...premium, ...mismatchedNin }),
])
export type PremiumAnswer = z.infer<typeof PremiumAnswer>

const DriversLicense = z.object({
  driversLicense: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  birthdate: z.string(),
  photo: z.string(),
  issued_date: z.string(),
  expiry_date: z.string(),
  state_of_issue: z.string(),
  gender: z.string(),
  message: z.string(),
})

/** Answer of the driver's licence (interface §2.9). */
export const LicenseAnswer = z.union([
  z.object({ ...subject, ...verifiedLicense, drivers_license: DriversLicense }),
  z.object({ ...subject, ...mismatchedLicense, drivers_license: DriversLicense }),
])
export type LicenseAnswer = z.infer<typeof LicenseAnswer>

const InProgress = z.object({ state: z.literal('IN_PROGRESS'), status: z.literal('IN_PROGRESS') })

/** Why a late look-up ended without a verdict; never `complete`, so that nobody takes it for one. */
const Failed = z.object({
  state: z.literal('failed'),
  status: z.enum(['identity_not_found', 'registry_unavailable']),
})
export type LateFailure = z.infer<typeof Failed>['status']

/** Answer to `Prefer: respond-async` while the registry is unavailable. */
export const PendingAnswer = z.object({ id, status: InProgress })

/** A late look-up that ended without a verdict, as its event reports it. */
export const FailedAnswer = z.object({ id, status: Failed })

/** How a late look-up ended. */
export const LateStatus = z.union([Verified, Mismatch, Failed])

/** What an identity event carries: the answer that the look-up would have given, or why there is none. */
export const LateAnswer = z.union([NinAnswer, LicenseAnswer, PremiumAnswer, FailedAnswer])
export type LateAnswer = z.infer<typeof LateAnswer>

const kept = {
  id,
  product: z.enum(identityProducts),
  idNumberLast4: z.string(),
  requestedAt: timestamp,
  completedAt: z.nullable(timestamp),
  price: z.number(),
}

/** A look-up read later: the verdict, without anything that the registry said of the person. */
export const IdentityVerification = z.union([
  z.object({ ...kept, ...verifiedNin }),
  z.object({ ...kept, ...mismatchedNin }),
  z.object({ ...kept, ...verifiedLicense }),
  z.object({ ...kept, ...mismatchedLicense }),
  z.object({ ...kept, summary: z.null(), status: z.union([InProgress, Failed]) }),
])
export type IdentityVerification = z.infer<typeof IdentityVerification>
