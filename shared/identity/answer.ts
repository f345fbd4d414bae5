import type {
  IdentityVerification,
  LateAnswer,
  LicenseAnswer,
  LicenseConclusion,
  NinAnswer,
  NinConclusion,
  PremiumAnswer,
} from './contract/answer.ts'
import type { IdentityProduct } from './contract/product.ts'
import type { Claimed, Lookup } from './look-up.ts'
import type { Verdict } from './matching/matching.ts'
import type { RegisteredPerson } from './registry/registered-person.ts'

/** Everything that an answer is made of. */
export interface Found {
  readonly id: number
  readonly claimed: Claimed
  readonly person: RegisteredPerson
  readonly verdict: Verdict
}

const checkOf = <V extends Verdict>(verdict: V) => ({
  status: verdict.matchStatus as V['matchStatus'],
  fieldMatches: verdict.fieldMatches as V['fieldMatches'],
  matchDetails: verdict.matchDetails,
})

/* The branches look alike, and are what carries the verdict's type into the answer's. */

const ninConclusion = (verdict: Verdict): NinConclusion =>
  verdict.status === 'verified'
    ? { summary: { nin_check: checkOf(verdict) }, status: { state: 'complete', status: verdict.status } }
    : { summary: { nin_check: checkOf(verdict) }, status: { state: 'complete', status: verdict.status } }

const licenseConclusion = (verdict: Verdict): LicenseConclusion =>
  verdict.status === 'verified'
    ? {
        summary: { drivers_license_check: checkOf(verdict) },
        status: { state: 'complete', status: verdict.status },
      }
    : {
        summary: { drivers_license_check: checkOf(verdict) },
        status: { state: 'complete', status: verdict.status },
      }

const applicantOf = ({ firstname, lastname }: Claimed) => ({ firstname, lastname })

/** NIN, alien card and passport: the interface calls the data object of all three `nin` (§2.7). */
export const toNinAnswer = ({ id, claimed, person, verdict }: Found): NinAnswer => ({
  id,
  applicant: applicantOf(claimed),
  ...ninConclusion(verdict),
  nin: {
    nin: person.idNumber,
    firstname: person.firstname,
    lastname: person.lastname,
    middlename: person.middlename,
    phone: person.phone,
    gender: person.gender,
    birthdate: person.birthdate,
    photo: person.photo,
    address: person.address,
  },
})

/** NIN premium (interface §2.8). */
export const toPremiumAnswer = ({ id, person, verdict }: Found): PremiumAnswer => ({
  ...person,
  id,
  nin: person.idNumber,
  nspokenlang: person.spokenLanguage,
  ospokenlang: person.otherSpokenLanguage,
  ...ninConclusion(verdict),
})

/** Driver's licence (interface §2.9). */
export const toLicenseAnswer = ({ id, claimed, person, verdict }: Found): LicenseAnswer => ({
  id,
  applicant: applicantOf(claimed),
  ...licenseConclusion(verdict),
  drivers_license: {
    driversLicense: person.idNumber,
    firstname: person.firstname,
    lastname: person.lastname,
    birthdate: person.birthdate,
    photo: person.photo,
    issued_date: person.issuedDate,
    expiry_date: person.expiryDate,
    state_of_issue: person.stateOfIssue,
    gender: person.gender,
    message: 'Success',
  },
})

const presenters = {
  nin: toNinAnswer,
  'nin-premium': toPremiumAnswer,
  'driver-license': toLicenseAnswer,
  'alien-card': toNinAnswer,
  passport: toNinAnswer,
} as const satisfies Record<IdentityProduct, (found: Found) => LateAnswer>

/** The answer of a product's look-up. */
export const toFoundAnswer = (product: IdentityProduct, found: Found): LateAnswer =>
  presenters[product](found)

const conclusionOf = ({ product, verdict, failure }: Lookup) => {
  if (verdict) return product === 'driver-license' ? licenseConclusion(verdict) : ninConclusion(verdict)
  const status = failure
    ? ({ state: 'failed', status: failure } as const)
    : ({ state: 'IN_PROGRESS', status: 'IN_PROGRESS' } as const)
  return { summary: null, status }
}

/** A look-up read later, without bio-data. */
export const toLookUpAnswer = (lookup: Lookup): IdentityVerification => ({
  id: lookup.id,
  product: lookup.product,
  idNumberLast4: lookup.idNumberLast4,
  requestedAt: lookup.requestedAt,
  completedAt: lookup.completedAt ?? null,
  price: lookup.price,
  ...conclusionOf(lookup),
})
