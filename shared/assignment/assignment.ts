import type { Mode, VerificationKey } from '../table/tenant.ts'
import type { DecidedOutcome } from '../verification/contract/outcome.ts'
import type { Product } from '../verification/contract/product.ts'
import type { Report } from '../verification/report.ts'
import type { Verification } from '../verification/verification.ts'
import type { EmploymentConfirmation } from './attestation-contract.ts'
import type { Findings, Ground, Party, Position } from './contract.ts'
import type { Flag } from './flags.ts'
import type { RespondentDevice } from './respondent-device.ts'

/** Version of the rules of `flags.ts`: a receipt names the rules under which a record ended. */
export const flagsVersion = 1

export interface Objection {
  readonly by: Party
  readonly ground: Ground
  readonly reason: string
  readonly raisedAt: string
  readonly revision: number
  readonly outcome: DecidedOutcome
  readonly decidedAt: string
  readonly decidedBy?: string | undefined
  readonly adminComment?: string | undefined
}

export interface LinkRecipient {
  readonly channel: 'mail' | 'sms'
  readonly to: string
  /** The agent's source of it; absent where the order gave it. */
  readonly toFrom?: 'publicListing' | 'register' | 'employer' | 'applicant'
}

/** The link through which an employer answered. Times are ISO 8601. */
export interface AnsweredLink extends LinkRecipient {
  readonly number: number
  readonly sentAt: string
  readonly openedAt?: string | undefined
}

export interface Provenance {
  readonly claim: Exclude<EmploymentConfirmation, 'mayNotAnswer'>
  readonly source: 'page' | 'phone' | 'visit'
  readonly answeredAt: string
  readonly link?: AnsweredLink
  readonly device?: RespondentDevice
  /** Number of earlier answers from the same mail domain in the same organisation and mode. */
  readonly earlierAnswers?: number
}

export type AssignmentStatus = 'open' | 'claimed' | 'reported' | 'decided'

export interface ReturnedReport {
  readonly at: string
  readonly by: string
  readonly comment: string
}

export interface ReviewDecision {
  readonly outcome: DecidedOutcome
  readonly by: string
  readonly at: string
  readonly adminComment?: string | undefined
}

/** People's work on a verification, beside its record. Times are ISO 8601. */
export interface Assignment extends VerificationKey {
  /** The token that the workflow waits on; no workflow waits on a back-check. */
  readonly taskToken: string
  readonly assignedAt: string
  /** A second visit by an agent who does not see the first report. */
  readonly isBackCheck?: true
  /** The number of a dispute, whose work is to review a decision again. */
  readonly dispute?: number
  readonly objection?: Objection
  /** Of a dispute: who took part in an earlier decision, and therefore takes none in this one. */
  readonly decidedBefore?: readonly string[]
  /** Of a back-check: the agent of the first visit, who may not make the second. */
  readonly visitedBy?: string
  /** In test mode: when the simulated agent comes; absent for the stage's usual time. */
  readonly visitAfterSeconds?: number
  readonly product: Product
  /** The visit area; 0 for work from a desk. */
  readonly stateId: number
  readonly lgaId: number
  readonly dueAt: string
  readonly status: AssignmentStatus
  /** Who claimed it last and reports it; nobody else can claim it until `leaseUntil`. */
  readonly agent?: string
  readonly claimedAt?: string
  readonly claimedFrom?: Position
  readonly leaseUntil?: string
  readonly report?: Report
  readonly reportedAt?: string
  readonly findings?: Findings
  readonly flags?: readonly Flag[]
  readonly provenance?: Provenance
  readonly returns?: readonly ReturnedReport[]
  /** Who reviews the report; nobody else can until `reviewUntil`. */
  readonly reviewer?: string
  readonly reviewUntil?: string
  readonly pendingRejection?: ReviewDecision
  readonly verdict?: ReviewDecision
}

export const visitAreaOf = (verification: Verification): Pick<Assignment, 'stateId' | 'lgaId'> =>
  verification.product === 'employment'
    ? { stateId: 0, lgaId: 0 }
    : { stateId: verification.stateId, lgaId: verification.lgaId }

export interface AssignmentKey extends VerificationKey {
  readonly isBackCheck?: true
  readonly dispute?: number
}

export const toAssignmentId = (key: AssignmentKey): string =>
  `${key.organisationId}-${key.verificationId}${key.isBackCheck ? '-2' : ''}${key.dispute ? `-d${key.dispute}` : ''}`

export const parseAssignmentId = (id: string, mode: Mode): AssignmentKey => {
  const [organisation, verification, more] = id.split('-')
  const key = { organisationId: Number(organisation), mode, verificationId: Number(verification) }
  if (more?.startsWith('d')) return { ...key, dispute: Number(more.slice(1)) }
  return more ? { ...key, isBackCheck: true } : key
}

const standsUntil = (until: string | undefined, nowMs: number): boolean =>
  until !== undefined && Date.parse(until) > nowMs

export const isClaimedByOther = (
  { status, agent, leaseUntil }: Assignment,
  worker: string,
  nowMs: number,
): boolean => status === 'claimed' && agent !== worker && standsUntil(leaseUntil, nowMs)

export const takesPhotos = ({ isBackCheck, product }: Assignment): boolean =>
  !isBackCheck && product !== 'employment'

export const isBackCheckOf = ({ visitedBy }: Assignment, worker: string): boolean => visitedBy === worker

export const hasDecidedBefore = (
  { decidedBefore = [] }: Pick<Assignment, 'decidedBefore'>,
  worker: string,
): boolean => decidedBefore.includes(worker)

export const isUnderReview = (
  { reviewer, reviewUntil }: Assignment,
  worker: string,
  nowMs: number,
): boolean => reviewer !== worker && standsUntil(reviewUntil, nowMs)
