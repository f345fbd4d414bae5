import type { DecidedOutcome } from '../verification/contract/outcome.ts'
import type { Ground, Party, Position, Findings } from './contract.ts'
import type { EmploymentConfirmation } from './attestation-contract.ts'
import type { RespondentDevice } from './respondent-device.ts'
import type { Mode, VerificationKey } from '../table/tenant.ts'
import type { Product } from '../verification/contract/product.ts'
import type { Report } from '../verification/report.ts'
import type { Verification } from '../verification/verification.ts'
import type { Flag } from './flags.ts'

/** Version of the rules of `flags.ts`: a receipt names the rules under which a record ended. */
export const flagsVersion = 1

/** What somebody objects to which decision. */
export interface Objection {
  readonly by: Party
  readonly ground: Ground
  /** In their words: text of a person, never markup. */
  readonly reason: string
  /** ISO 8601. */
  readonly raisedAt: string
  /** The revision that it is about, and how that was decided. */
  readonly revision: number
  readonly outcome: DecidedOutcome
  readonly decidedAt: string
  readonly decidedBy?: string | undefined
  readonly adminComment?: string | undefined
}

/** Where the link went, if it went out. */
export interface LinkRecipient {
  readonly channel: 'mail' | 'sms'
  readonly to: string
  /** Where the agent has it from, unless it is the order's. */
  readonly toFrom?: 'publicListing' | 'register' | 'employer' | 'applicant'
}

/** The link through which an employer answered. Times are ISO 8601. */
export interface AnsweredLink extends LinkRecipient {
  readonly number: number
  readonly sentAt: string
  readonly openedAt?: string | undefined
}

/** How an employer's word came to us, kept beside the report for whoever decides on it. */
export interface Provenance {
  readonly claim: Exclude<EmploymentConfirmation, 'mayNotAnswer'>
  /** On the page itself, or to an agent who typed it in. */
  readonly source: 'page' | 'phone' | 'visit'
  /** ISO 8601. */
  readonly answeredAt: string
  readonly link?: AnsweredLink
  readonly device?: RespondentDevice
  /** Of the same organisation and mode, from the same mail domain, before this one. */
  readonly earlierAnswers?: number
}

/** How far people have come with a verification: nobody is on it, somebody is, somebody was, it is over. */
export type AssignmentStatus = 'open' | 'claimed' | 'reported' | 'decided'

/** A report that a reviewer gave back to its agent. */
export interface ReturnedReport {
  readonly at: string
  readonly by: string
  readonly comment: string
}

/** A decision as a reviewer took it; a staged one waits for a second person. */
export interface ReviewDecision {
  readonly outcome: DecidedOutcome
  readonly by: string
  readonly at: string
  /** What the customer reads beside the outcome. */
  readonly adminComment?: string | undefined
}

/** The people's work on a verification, beside its record. */
export interface Assignment extends VerificationKey {
  /** What the workflow waits on; for a back-check nothing does. */
  readonly taskToken: string
  readonly assignedAt: string
  /** A second visit after the approval of the first, by somebody who does not see what the first one found. */
  readonly isBackCheck?: true
  /** The number of a dispute, whose work is to look at a decision once more; and what was objected. */
  readonly dispute?: number
  readonly objection?: Objection
  /** Of a dispute: who had a part in a decision on this verification before, and therefore none in this one. */
  readonly decidedBefore?: readonly string[]
  /** Of a back-check: whose visit it looks at, and who therefore may not make it. */
  readonly visitedBy?: string
  /** In test mode, after how long the simulated agent comes, unless at the stage's usual time. */
  readonly visitAfterSeconds?: number
  readonly product: Product
  /** The state and LGA to visit; 0 where there is no place. */
  readonly stateId: number
  readonly lgaId: number
  /** After this it is late, ISO 8601. */
  readonly dueAt: string
  readonly status: AssignmentStatus
  /** Who claimed it last: the one who reports, and nobody else's until `leaseUntil`. */
  readonly agent?: string
  readonly claimedAt?: string
  /** Where the agent was then, if the device said so. */
  readonly claimedFrom?: Position
  readonly leaseUntil?: string
  /** What was found, until somebody decides. */
  readonly report?: Report
  readonly reportedAt?: string
  readonly findings?: Findings
  /** What is remarkable about the visit, for the reviewer. */
  readonly flags?: readonly Flag[]
  /** Of an employment: how the employer's word came. Absent where there is none. */
  readonly provenance?: Provenance
  readonly returns?: readonly ReturnedReport[]
  /** Who looks at the report, and until when no other reviewer does. */
  readonly reviewer?: string
  readonly reviewUntil?: string
  readonly pendingRejection?: ReviewDecision
  readonly verdict?: ReviewDecision
}

/** Where a verification is visited; an employment is confirmed from a desk. */
export const visitAreaOf = (verification: Verification): Pick<Assignment, 'stateId' | 'lgaId'> =>
  verification.product === 'employment'
    ? { stateId: 0, lgaId: 0 }
    : { stateId: verification.stateId, lgaId: verification.lgaId }

/** What names an assignment: its verification, and whether it is the second look at it, or which dispute. */
export interface AssignmentKey extends VerificationKey {
  readonly isBackCheck?: true
  readonly dispute?: number
}

/** The name of an assignment among workers, who see those of all organisations in one mode. */
export const toAssignmentId = ({
  organisationId,
  verificationId,
  isBackCheck,
  dispute,
}: AssignmentKey): string =>
  `${organisationId}-${verificationId}${isBackCheck ? '-2' : ''}${dispute ? `-d${dispute}` : ''}`

/** Which assignment an id is of. */
export const parseAssignmentId = (id: string, mode: Mode): AssignmentKey => {
  const [organisation, verification, more] = id.split('-')
  const key = { organisationId: Number(organisation), mode, verificationId: Number(verification) }
  if (more?.startsWith('d')) return { ...key, dispute: Number(more.slice(1)) }
  return more ? { ...key, isBackCheck: true } : key
}

/** Whether a time limit, ISO 8601, still stands. */
const standsUntil = (until: string | undefined, nowMs: number): boolean =>
  until !== undefined && Date.parse(until) > nowMs

/** Whether somebody else has it in hand. */
export const isClaimedByOther = (
  { status, agent, leaseUntil }: Assignment,
  worker: string,
  nowMs: number,
): boolean => status === 'claimed' && agent !== worker && standsUntil(leaseUntil, nowMs)

/** Whether photos belong to its report: a second look is compared by what it found alone. */
export const takesPhotos = ({ isBackCheck, product }: Assignment): boolean =>
  !isBackCheck && product !== 'employment'

/** Whether it is a second look at this worker's own visit. */
export const isBackCheckOf = ({ visitedBy }: Assignment, worker: string): boolean => visitedBy === worker

/** Whether this worker had a part in what is disputed. */
export const hasDecidedBefore = (
  { decidedBefore = [] }: Pick<Assignment, 'decidedBefore'>,
  worker: string,
): boolean => decidedBefore.includes(worker)

/** Whether another reviewer looks at it. */
export const isUnderReview = (
  { reviewer, reviewUntil }: Assignment,
  worker: string,
  nowMs: number,
): boolean => reviewer !== worker && standsUntil(reviewUntil, nowMs)
