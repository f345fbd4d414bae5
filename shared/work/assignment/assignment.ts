import type { Mode, VerificationKey } from '../../table/tenant.ts'
import type { DecisionFlag } from '../../verification/contract/contradiction.ts'
import type { DecidedOutcome } from '../../verification/contract/outcome.ts'
import type { Product } from '../../verification/contract/product.ts'
import type { AgainstFinding } from '../../verification/contract/status.ts'
import type { Report } from '../../verification/report.ts'
import type { Verification } from '../../verification/verification.ts'
import type { VisitAppointment } from './appointment.ts'
import type { EmploymentConfirmation } from './attestation-word-contract.ts'
import type { Party } from '../../verification/contract/dispute.ts'
import type { Findings, Ground, Position } from './contract.ts'
import type { Flag, FlagCode } from './flags.ts'
import type { RefusalReason } from './refusal-contract.ts'
import type { RespondentDevice } from './respondent-device.ts'

/** Version of the rules of `flags.ts`: a receipt names the rules under which a record ended. */
export const flagsVersion = 8

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
  /** What was said to strong flags. */
  readonly flagsAnswer?: string | undefined
  readonly againstFinding?: AgainstFinding | undefined
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

/** What is drawn of a visit when it is first reported, and never again, whatever comes of its decisions. */
export type VisitLots = Required<Pick<Assignment, 'isSampled' | 'isBackCheckSampled'>>

export type AssignmentStatus = 'open' | 'claimed' | 'reported' | 'decided'

export interface ReturnedReport {
  readonly at: string
  readonly by: string
  readonly comment: string
}

export interface VisitRefusal {
  readonly agent: string
  readonly reason: RefusalReason
  readonly at: string
}

/** What a reviewer who approved said to the strong flags of the visit. */
export interface AnsweredFlags {
  readonly flags: readonly FlagCode[]
  readonly words: string
}

export interface ReviewDecision {
  readonly outcome: DecidedOutcome
  readonly by: string
  readonly at: string
  readonly adminComment?: string | undefined
  readonly answered?: AnsweredFlags | undefined
  readonly againstFinding?: AgainstFinding | undefined
  readonly decisionFlags?: readonly DecisionFlag[] | undefined
}

/** What a reviewer says to what speaks against their decision, and what it has to be asked about all the same. */
export type DecisionAnswers = Pick<ReviewDecision, 'answered' | 'againstFinding' | 'decisionFlags'>

/** In the trail by our own words alone: theirs may name people. */
export const decisionFacts = ({ answered, againstFinding, decisionFlags }: DecisionAnswers) => ({
  ...(answered && { strongFlags: answered.flags.join(' ') }),
  ...(againstFinding && { againstFinding: againstFinding.reason }),
  ...(decisionFlags && { decisionFlags: decisionFlags.join(' ') }),
})

/** People's work on a verification, beside its record. Times are ISO 8601. */
export interface Assignment extends VerificationKey {
  /** The token that the workflow waits on; no workflow waits on a back-check. */
  readonly taskToken: string
  readonly assignedAt: string
  /**
   * The verification that a back-check, a second visit by another agent, looks at again. Everything of a back-check is
   * stored under an id of its own, so that its agent finds nothing that is not in a first visit.
   */
  readonly backCheckOf?: number
  /** The number of a dispute, whose work is to review a decision again. */
  readonly dispute?: number
  readonly objection?: Objection
  /** Of a dispute or a back-check: who had a part in the matter before, and therefore has none in this. */
  readonly tookPart?: readonly string[]
  /** Of a back-check: the agent of the first visit. */
  readonly visitedBy?: string
  /** Of a back-check whose report is in: whether it found what was decided. */
  readonly agrees?: boolean
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
  /** Whether the service has extended it, because the agent's phone held something. */
  readonly isLeaseExtended?: boolean
  readonly appointment?: VisitAppointment
  /** How often an agent has said when they come. */
  readonly timesAppointed?: number
  /** When the applicant last said something that the agent should read. */
  readonly applicantSaidAt?: string
  /** When the applicant did not agree, or did not any more, and it ended by that. */
  readonly consentEndedAt?: string
  /** The supervisor who gave it to the agent, until the agent has accepted it. */
  readonly offeredBy?: string
  /** The last agents who gave it back, and why. */
  readonly refusals?: readonly VisitRefusal[]
  readonly report?: Report
  readonly reportedAt?: string
  readonly findings?: Findings
  readonly flags?: readonly Flag[]
  readonly provenance?: Provenance
  readonly returns?: readonly ReturnedReport[]
  /** Who reviews the report; nobody else can until `reviewUntil`. */
  readonly reviewer?: string
  readonly reviewUntil?: string
  /** The first of two equal decisions. */
  readonly stagedDecision?: ReviewDecision
  /** Whether a second reviewer must confirm an approval. */
  readonly isSampled?: boolean
  /** Whether another agent repeats the visit once it is approved. */
  readonly isBackCheckSampled?: boolean
  readonly verdict?: ReviewDecision
}

export const visitAreaOf = (verification: Verification): Pick<Assignment, 'stateId' | 'lgaId'> =>
  verification.product === 'employment'
    ? { stateId: 0, lgaId: 0 }
    : { stateId: verification.stateId, lgaId: verification.lgaId }

export interface AssignmentKey extends VerificationKey {
  readonly dispute?: number
}

export const toAssignmentId = (key: AssignmentKey): string =>
  `${key.organisationId}-${key.verificationId}${key.dispute ? `-d${key.dispute}` : ''}`

export const parseAssignmentId = (id: string, mode: Mode): AssignmentKey => {
  const [organisation, verification, dispute] = id.split('-')
  const key = { organisationId: Number(organisation), mode, verificationId: Number(verification) }
  return dispute ? { ...key, dispute: Number(dispute.slice(1)) } : key
}

/** The key of the record that the work is for. */
export const recordKeyOf = ({
  organisationId,
  mode,
  verificationId,
  backCheckOf,
}: RecordWork): VerificationKey => ({
  organisationId,
  mode,
  verificationId: backCheckOf ?? verificationId,
})

type RecordWork = VerificationKey & Pick<Assignment, 'backCheckOf'>

const standsUntil = (until: string | undefined, nowMs: number): boolean =>
  until !== undefined && Date.parse(until) > nowMs

export const isClaimedByOther = (
  { status, agent, leaseUntil }: Assignment,
  worker: string,
  nowMs: number,
): boolean => status === 'claimed' && agent !== worker && standsUntil(leaseUntil, nowMs)

export const takesPhotos = ({ product }: Assignment): boolean => product !== 'employment'

/** Its last report is not back with its agent. */
export const hasReport = ({ reportedAt = '', returns = [] }: Assignment): boolean =>
  reportedAt > (returns.at(-1)?.at ?? '')

export const tookPartIn = ({ tookPart = [] }: Pick<Assignment, 'tookPart'>, worker: string): boolean =>
  tookPart.includes(worker)

/** Whoever asked for a rejection has decided: a claim of theirs, from another tab of theirs, keeps nobody out. */
export const isUnderReview = (
  { reviewer, reviewUntil, stagedDecision }: Assignment,
  worker: string,
  nowMs: number,
): boolean => reviewer !== worker && reviewer !== stagedDecision?.by && standsUntil(reviewUntil, nowMs)
