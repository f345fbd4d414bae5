import * as z from 'zod/mini'
import { masked, shown } from '../../http/contract/mask.ts'
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
const verifiedNin = { summary: shown(z.object({ nin_check: VerifiedCheck })), status: shown(Verified) }
const mismatchedNin = { summary: shown(z.object({ nin_check: MismatchCheck })), status: shown(Mismatch) }
const verifiedLicense = {
  summary: shown(z.object({ drivers_license_check: VerifiedCheck })),
  status: shown(Verified),
}
const mismatchedLicense = {
  summary: shown(z.object({ drivers_license_check: MismatchCheck })),
  status: shown(Mismatch),
}

const NinConclusion = z.union([z.object(verifiedNin), z.object(mismatchedNin)])
export type NinConclusion = z.infer<typeof NinConclusion>
const LicenseConclusion = z.union([z.object(verifiedLicense), z.object(mismatchedLicense)])
export type LicenseConclusion = z.infer<typeof LicenseConclusion>

const subject = {
  id: shown(id),
  applicant: z.object({
    firstname: masked('initials', z.string()),
    lastname: masked('initials', z.string()),
  }),
}

const Nin = z.object({
  nin: masked('last-four', z.string()),
  firstname: masked('initials', z.string()),
  lastname: masked('initials', z.string()),
  middlename: masked('initials', z.string()),
  phone: masked('last-four', z.string()),
  gender: z.string(),
  /** DD-MM-YYYY */
  birthdate: masked('date-form', z.string()),
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
  id: shown(id),
  title: z.string(),
  nin: masked('last-four', z.string()),
  firstname: masked('initials', z.string()),
  lastname: masked('initials', z.string()),
  middlename: masked('initials', z.string()),
  phone: masked('last-four', z.string()),
  email: masked('mailbox', z.string()),
  gender: z.string(),
  height: z.string(),
  profession: z.string(),
  maritalStatus: z.string(),
  employmentStatus: z.string(),
  birthdate: masked('date-form', z.string()),
  birthState: z.string(),
  birthCountry: z.string(),
  religion: z.string(),
  nationality: z.string(),
  photo: z.string(),
  nspokenlang: z.string(),
  ospokenlang: z.string(),
  parentLastname: masked('initials', z.string()),
  lgaOfOrigin: z.string(),
  stateOfOrigin: z.string(),
  residence: z.object({ address1: z.string(), lga: z.string(), state: z.string() }),
  nextOfKin: z.object({
    firstname: masked('initials', z.string()),
    lastname: masked('initials', z.string()),
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
  driversLicense: masked('last-four', z.string()),
  firstname: masked('initials', z.string()),
  lastname: masked('initials', z.string()),
  birthdate: masked('date-form', z.string()),
  photo: z.string(),
  issued_date: masked('date-form', z.string()),
  expiry_date: masked('date-form', z.string()),
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
export const FailedAnswer = z.object({ id: shown(id), status: shown(Failed) })

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
