import type { Reservation } from '../ledger/spend-cap.ts'
import type { Mode, VerificationKey } from '../table/tenant.ts'
import type { addressFields, businessFields } from './contract/address.ts'
import type { applicantFields, orderFields } from './contract/applicant.ts'
import type { employmentFields } from './contract/employment.ts'
import type { RecordDispute } from './contract/dispute.ts'
import type { StoredFields } from './contract/order-field.ts'
import type { Outcome } from './contract/outcome.ts'
import type { ApplicantPhotoSlot, propertyFields } from './contract/property.ts'
import type { DecisionFlag } from './contract/contradiction.ts'
import type { AgainstFinding } from './contract/status.ts'
import type { AddressReport, EmploymentReport } from './report.ts'

/** An applicant as stored. The id number itself is not: only its last four characters. Digests are keyed. */
export interface Applicant extends StoredFields<typeof applicantFields> {
  readonly id: number
  readonly phoneDigest?: string
  readonly idNumberDigest?: string
  readonly idNumberLast4?: string
}

interface AcceptedVerification extends StoredFields<typeof orderFields> {
  readonly id: number
  readonly organisationId: number
  readonly mode: Mode
  readonly applicant: Applicant
  readonly requestedAt: string
  readonly updatedAt: string
  readonly outcome: Outcome
  /** 0 until final. */
  readonly price: number
  readonly clientId: string
  readonly reservation?: Reservation
  readonly delayedAt?: string
  readonly approvedAt?: string
  readonly rejectedAt?: string
  readonly decidedBy?: string
  readonly adminComment?: string
  /** Of a decision against what was found. */
  readonly againstFinding?: AgainstFinding
  readonly decisionFlags?: readonly DecisionFlag[]
  /** When the applicant said that they do not agree, or took their consent back, and ended it so, ISO 8601. */
  readonly consentRefusedAt?: string
  readonly consentWithdrawnAt?: string
  /** When all that is personal in it was removed, ISO 8601. */
  readonly erasedAt?: string
  /** How often it was decided: absent for once. Earlier ones are kept beside it. */
  readonly revision?: number
  /** When its first decision was, which was charged, ISO 8601; absent while that is `updatedAt`. */
  readonly chargedAt?: string
  readonly openDispute?: number
  readonly latestDispute?: RecordDispute
}

export type OrderedBusiness = StoredFields<typeof businessFields>

export interface ApplicantPhoto {
  readonly slot: ApplicantPhotoSlot
  readonly sha256: string
  readonly size: number
  readonly width: number
  readonly height: number
}

export interface ClaimedProperty extends StoredFields<typeof propertyFields> {
  readonly photos: readonly ApplicantPhoto[]
  /** The id under which they were re-encoded: the verification’s, unless another order had taken that id first. */
  readonly drawnUnder?: number
}

export interface AddressVerification extends AcceptedVerification, StoredFields<typeof addressFields> {
  readonly product: 'address' | 'address-pro' | 'business-address'
  readonly stateId: number
  readonly lgaId: number
  /** Degrees, WGS 84: the request's, as the applicant confirmed them where there is a property, or the centre of the state. */
  readonly initialLatitude: number
  readonly initialLongitude: number
  readonly business?: OrderedBusiness
  readonly property?: ClaimedProperty
  readonly report?: AddressReport
}

export interface EmploymentVerification extends AcceptedVerification, StoredFields<typeof employmentFields> {
  readonly product: 'employment'
  readonly currentlyEmployed: boolean
  readonly canContactPoc: boolean
  readonly report?: EmploymentReport
}

export type Verification = AddressVerification | EmploymentVerification

/** What a list shows of a verification: the attributes that index 1 projects. */
export type ListedVerification = Pick<
  Verification,
  'id' | 'product' | 'customerReference' | 'requestedAt' | 'updatedAt' | 'price' | 'outcome' | 'latestDispute'
>

export interface RecordOf {
  readonly address: AddressVerification
  readonly employment: EmploymentVerification
}

/** What names this verification where personal data may not go. */
export const verificationKeyOf = (verification: Verification): VerificationKey => ({
  organisationId: verification.organisationId,
  mode: verification.mode,
  verificationId: verification.id,
})

/** How often a verification can be decided, its first decision included, so that disputes end. */
export const maxRevisions = 4

export const revisionOf = ({ revision = 1 }: Pick<Verification, 'revision'>): number => revision

/** The numbers that a revision other than the first can have. */
export const laterRevisions: readonly number[] = [...Array(maxRevisions - 1).keys()].map(n => n + 2)
