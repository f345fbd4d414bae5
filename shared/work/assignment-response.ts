import {
  type Assignment,
  hasDecidedBefore,
  type ReviewDecision,
  takesPhotos,
  toAssignmentId,
} from '../assignment/assignment.ts'
import type { AssignmentTask } from '../assignment/list-store.ts'
import type { AgentOutcome } from '../assignment/report-store.ts'
import { outcomeOfFindings } from '../assignment/visit-report.ts'
import { outcomeOfClaim } from '../employer/attestation/report.ts'
import type { EmployerCase } from '../employer/contract.ts'
import type { ApplicantStatement } from '../link/applicant-statement.ts'
import { lgaById, stateById } from '../location/location.ts'
import { decidableOutcomes, statusOf } from '../verification/contract/outcome.ts'
import { definitionOf } from '../verification/product/definitions.ts'
import type { PhotoUrl } from '../verification/response.ts'
import type {
  AddressVerification,
  EmploymentVerification,
  Verification,
} from '../verification/verification.ts'
import type {
  ApplicantStatementView,
  AssignmentResponse as AssignmentAnswer,
  Property,
  Review,
  WorkItem,
} from './contract.ts'

type ViewContext = { readonly worker: string; readonly nowMs: number }

const applicantOf = ({ applicant }: Verification): WorkItem['applicant'] => ({
  firstname: applicant.firstname,
  middlename: applicant.middlename ?? '',
  lastname: applicant.lastname,
  phone: applicant.phone,
})

const placeOf = (verification: AddressVerification): NonNullable<WorkItem['place']> => ({
  street: verification.street,
  landmark: verification.landmark ?? '',
  city: verification.city,
  lgaId: verification.lgaId,
  lgaName: lgaById(verification.lgaId)!.name,
  stateId: verification.stateId,
  stateName: stateById(verification.stateId)!.name,
  latitude: verification.initialLatitude,
  longitude: verification.initialLongitude,
})

const businessOf = ({ business }: AddressVerification): WorkItem['business'] =>
  business
    ? {
        businessName: business.businessName,
        businessType: business.businessType,
        canContactPoc: business.canContactPoc,
      }
    : null

const employerOf = (verification: EmploymentVerification): NonNullable<WorkItem['employer']> => ({
  name: verification.employerName,
  phone: verification.employerPhone,
  email: verification.employerEmail,
  contactPersonName: verification.contactPersonName ?? '',
  canContactPoc: verification.canContactPoc,
})

const whereabouts = (verification: Verification): Pick<WorkItem, 'place' | 'business' | 'employer'> =>
  verification.product === 'employment'
    ? { place: null, business: null, employer: employerOf(verification) }
    : { place: placeOf(verification), business: businessOf(verification), employer: null }

const returnedOf = ({ returns }: Assignment): WorkItem['returned'] => {
  const last = returns?.at(-1)
  return last ? { at: last.at, comment: last.comment } : null
}

/** The agent holds it while it is claimed, the reviewer while it is reported. */
const holding = (
  assignment: Assignment,
  { worker, nowMs }: ViewContext,
): Pick<WorkItem, 'isMine' | 'leaseUntil'> => {
  const { status, agent, leaseUntil, reviewer, reviewUntil } = assignment
  const [holder, until] = status === 'reported' ? [reviewer, reviewUntil] : [agent, leaseUntil]
  const isMine =
    (status === 'claimed' && holder === worker) ||
    (status === 'reported' && holder === worker && Date.parse(until ?? '') > nowMs)
  return { isMine, leaseUntil: isMine ? (until ?? null) : null }
}

/** Shown to everybody with access. */
const workOf = (
  { assignment, verification }: AssignmentTask,
  looked: ViewContext,
): Omit<WorkItem, 'waiting'> => ({
  id: toAssignmentId(assignment),
  product: verification.product,
  way: assignment.status,
  requestedAt: verification.requestedAt,
  dueAt: assignment.dueAt,
  isLate: Date.parse(assignment.dueAt) <= looked.nowMs,
  ...holding(assignment, looked),
  applicant: applicantOf(verification),
  ...whereabouts(verification),
  takesPhotos: takesPhotos(assignment),
  returned: returnedOf(assignment),
})

export const toWorkItem = (task: AssignmentTask, looked: ViewContext): WorkItem => ({
  ...workOf(task, looked),
  waiting: null,
})

const waitingOf = (assignment: Assignment, { worker, nowMs }: ViewContext): WorkItem['waiting'] => {
  const { agent, reportedAt, flags = [], reviewer, reviewUntil, pendingRejection, objection } = assignment
  if (!agent || !reportedAt) return null
  const isLookedAt = Date.parse(reviewUntil ?? '') > nowMs
  return {
    agent,
    reportedAt,
    flags: flags.length,
    reviewer: isLookedAt ? (reviewer ?? null) : null,
    reviewUntil: isLookedAt ? (reviewUntil ?? null) : null,
    stagedBy: pendingRejection?.by ?? null,
    disputed: objection ? { by: objection.by, isBarred: hasDecidedBefore(assignment, worker) } : null,
  }
}

/** For reviewers only. */
export const toReviewItem = (task: AssignmentTask, looked: ViewContext): WorkItem => ({
  ...workOf(task, looked),
  waiting: waitingOf(task.assignment, looked),
})

const jobOf = (verification: Verification): Review['job'] =>
  verification.product === 'employment'
    ? {
        jobTitle: verification.jobTitle ?? null,
        startDate: verification.startDate ?? null,
        endDate: verification.endDate ?? null,
        currentlyEmployed: verification.currentlyEmployed,
      }
    : null

const stagedOf = (staged: ReviewDecision | undefined): Review['staged'] =>
  staged
    ? {
        reason: statusOf(staged.outcome).subStatus,
        by: staged.by,
        at: staged.at,
        adminComment: staged.adminComment ?? null,
      }
    : null

/** Undefined where the product has no such outcome. */
const suggestionOf = ({ findings, provenance }: Assignment, { product }: Verification): string | null => {
  const outcome =
    product === 'employment' ? outcomeOfClaim(provenance?.claim) : findings && outcomeOfFindings(findings)
  const isPossible = outcome !== 'verified' && decidableOutcomes[product].some(one => one === outcome)
  return outcome && isPossible ? statusOf(outcome).subStatus : null
}

/** The record as an approval would make it. */
const foundOf = ({ assignment, verification }: AssignmentTask, urlOf: PhotoUrl): Review['found'] => {
  const decided = { ...verification, report: assignment.report } as Verification
  return definitionOf[verification.product].toRecord(decided, urlOf) as Review['found']
}

const recordOf = (outcomes: readonly AgentOutcome[]): Review['agentRecord'] =>
  outcomes.map(({ found, outcome, ...rest }) => ({
    ...rest,
    found: found && statusOf(found).subStatus,
    outcome: statusOf(outcome).subStatus,
  }))

export interface AgentContext {
  readonly property: Property | null
  readonly says?: ApplicantStatement | undefined
}

export interface ReviewContext extends AgentContext {
  readonly urlOf: PhotoUrl
  readonly outcomes: readonly AgentOutcome[]
  readonly employerCase: EmployerCase | null
}

const objectionOf = ({ objection }: Assignment): Review['objection'] => {
  if (!objection) return null
  const { by, ground, reason, raisedAt, revision, outcome, decidedAt, decidedBy, adminComment } = objection
  return {
    ...{ by, ground, reason, raisedAt, revision },
    ...{ outcome: statusOf(outcome).subStatus, decidedAt, decidedBy: decidedBy ?? null },
    adminComment: adminComment ?? null,
  }
}

const reviewOf = (task: AssignmentTask, { urlOf, outcomes, employerCase }: ReviewContext): Review | null => {
  const { assignment, verification } = task
  const { agent, claimedAt, report, reportedAt, findings, flags } = assignment
  if (!agent || !claimedAt || !report || !reportedAt) return null
  return {
    objection: objectionOf(assignment),
    agent,
    claimedAt,
    reportedAt,
    reviewer: assignment.reviewer ?? null,
    reviewUntil: assignment.reviewUntil ?? null,
    findings: findings ?? null,
    flags: (flags ?? []).map(({ code, reason, slot }) => ({ code, reason, slot: slot ?? null })),
    found: foundOf(task, urlOf),
    rcNumber: 'business' in verification ? (verification.business?.rcNumber ?? null) : null,
    job: jobOf(verification),
    employerCase,
    suggestedReason: suggestionOf(assignment, verification),
    returns: (assignment.returns ?? []).map(({ at, by, comment }) => ({ at, by, comment })),
    agentRecord: recordOf(outcomes),
    staged: stagedOf(assignment.pendingRejection),
  }
}

const wordOf = (says: ApplicantStatement | undefined): ApplicantStatementView | null =>
  says
    ? {
        consent: says.consent,
        saidAt: says.saidAt,
        time: says.time ?? null,
        phone: says.phone ?? null,
        place: says.place ?? null,
        latitude: says.latitude ?? null,
        longitude: says.longitude ?? null,
        hasMoved: says.hasMoved,
        newAddress: says.newAddress ?? null,
      }
    : null

export const toAgentAssignment = (
  task: AssignmentTask,
  looked: ViewContext,
  { property, says }: AgentContext,
): AssignmentAnswer => ({
  ...workOf(task, looked),
  applicantSays: wordOf(says),
  property,
  review: null,
})

export const toReviewAssignment = (
  task: AssignmentTask,
  looked: ViewContext,
  shown: ReviewContext,
): AssignmentAnswer => ({
  ...workOf(task, looked),
  applicantSays: wordOf(shown.says),
  property: shown.property,
  review: reviewOf(task, shown),
})
