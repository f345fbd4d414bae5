import type * as z from 'zod/mini'
import {
  type Assignment,
  isUnderReview,
  takesPhotos,
  toAssignmentId,
  tookPartIn,
} from '../work/assignment/assignment.ts'
import { findAppointment } from '../work/assignment/appointment.ts'
import { flagWeights, isStrong, withDecisionFlags } from '../work/assignment/flags.ts'
import type { AssignmentTask } from '../work/assignment/list-store.ts'
import type { PlaceFact } from '../work/assignment/place-fact-contract.ts'
import type { AgentOutcome } from '../work/assignment/outcome-store.ts'
import type { EmployerCase } from '../employer/contract.ts'
import type { ApplicantStatement, ApplicantWord } from '../link/applicant-statement.ts'
import { named } from '../http/contract/text.ts'
import { lgaCentre } from '../location/lga-centre.ts'
import { lgaById, stateById } from '../location/location.ts'
import { decidableOutcomes, statusOf } from '../verification/contract/outcome.ts'
import { toRecord } from '../verification/record.ts'
import type { PhotoUrl } from '../verification/response.ts'
import { findStatedLocation, type StatedLocation } from '../verification/stated-location.ts'
import type { AddressVerification, Verification } from '../verification/verification.ts'
import type { AssignmentResponse, Review, WorkItem } from './contract.ts'
import { contradictionsOf, outcomeOfReport } from './contradiction.ts'
import type { PropertyInput } from './property.ts'
import { canDecideTogether } from './together.ts'

/* Values of answers: each answer's schema takes the fields that it declares, and says what stands for missing ones. */

interface ViewContext {
  readonly worker: string
  readonly nowMs: number
}
type WorkItemInput = z.input<typeof WorkItem>

/** Where an agent begins to look. Without a position of the order, the middle of the LGA is nearer than that of the state. */
const startOf = (verification: AddressVerification): StatedLocation => {
  const stated = findStatedLocation(verification)
  return stated.precision === 'state_centre'
    ? { ...lgaCentre(verification.lgaId), precision: 'lga_centre' }
    : stated
}

const whereabouts = (verification: Verification): Pick<WorkItemInput, 'place' | 'business' | 'employer'> => {
  if (verification.product === 'employment') {
    const { employerName: name, employerPhone: phone, employerEmail: email } = verification
    return { place: undefined, business: undefined, employer: { ...named(verification), name, phone, email } }
  }
  const { stateId, lgaId, business } = verification
  const names = { lgaName: lgaById(lgaId)!.name, stateName: stateById(stateId)!.name }
  const place = { ...named(verification), ...names, ...startOf(verification) }
  return { place, business, employer: undefined }
}

/** The agent holds it while it is claimed, the reviewer while it is reported. */
const holding = (assignment: Assignment, { worker, nowMs }: ViewContext) => {
  const { status, agent, leaseUntil, reviewer, reviewUntil } = assignment
  const [holder, until] = status === 'reported' ? [reviewer, reviewUntil] : [agent, leaseUntil]
  const isMine =
    (status === 'claimed' && holder === worker) ||
    (status === 'reported' && holder === worker && Date.parse(until ?? '') > nowMs)
  const isOffered = isMine && status === 'claimed' && assignment.offeredBy !== undefined
  const isLeaseExtended = isMine && status === 'claimed' && assignment.isLeaseExtended === true
  return { isMine, isOffered, isLeaseExtended, leaseUntil: isMine ? until : undefined }
}

/** Shown to everybody with access. */
export const toWorkItem = (
  { assignment, verification }: AssignmentTask,
  viewer: ViewContext,
): WorkItemInput => ({
  id: toAssignmentId(assignment),
  product: verification.product,
  way: assignment.status,
  // A back-check is asked for when it is opened.
  requestedAt: assignment.backCheckOf ? assignment.assignedAt : verification.requestedAt,
  dueAt: assignment.dueAt,
  isLate: Date.parse(assignment.dueAt) <= viewer.nowMs,
  ...holding(assignment, viewer),
  appointment: findAppointment(assignment, viewer.nowMs),
  applicantSaidAt: assignment.applicantSaidAt,
  applicant: named(verification.applicant),
  ...whereabouts(verification),
  takesPhotos: takesPhotos(assignment),
  returned: assignment.returns?.at(-1),
  held: undefined,
  waiting: undefined,
})

const waitingOf = (task: AssignmentTask, { worker, nowMs }: ViewContext): WorkItemInput['waiting'] => {
  const { assignment, verification } = task
  const { agent, reportedAt, reviewer, reviewUntil, stagedDecision, objection } = assignment
  if (!agent || !reportedAt) return undefined
  const flags = withDecisionFlags(verification.decisionFlags, assignment.flags)
  const isHeld = isUnderReview(assignment, '', nowMs)
  return {
    agent,
    reportedAt,
    flags: flags.length,
    strongFlags: flags.filter(isStrong).length,
    canDecideTogether: canDecideTogether(task),
    reviewer: isHeld ? reviewer : undefined,
    reviewUntil: isHeld ? reviewUntil : undefined,
    stagedBy: stagedDecision?.by,
    disputed: objection && { by: objection.by, isBarred: tookPartIn(assignment, worker) },
  }
}

/** For supervisors only. */
export const toHeldItem = (task: AssignmentTask, viewer: ViewContext): WorkItemInput => {
  const { agent, leaseUntil: until, offeredBy, isLeaseExtended = false } = task.assignment
  return {
    ...toWorkItem(task, viewer),
    held: agent && until ? { agent, until, isOffered: offeredBy !== undefined, isLeaseExtended } : undefined,
  }
}

/** For reviewers only. */
export const toReviewItem = (task: AssignmentTask, viewer: ViewContext): WorkItemInput => ({
  ...toWorkItem(task, viewer),
  waiting: waitingOf(task, viewer),
})

/** Undefined where the product has no such outcome. */
const suggestionOf = (task: AssignmentTask) => {
  const outcome = outcomeOfReport(task)
  const isPossible =
    outcome !== 'verified' && decidableOutcomes[task.verification.product].some(one => one === outcome)
  return outcome && isPossible ? statusOf(outcome).subStatus : undefined
}

/** The decisions that would contradict what was found, and what of it. */
const contradictionsIn = (task: AssignmentTask) =>
  decidableOutcomes[task.verification.product].flatMap(outcome => {
    const fields = contradictionsOf(task, outcome)
    return fields.length > 0 ? [{ decision: statusOf(outcome).subStatus, fields: [...fields] }] : []
  })

/** The record as an approval would make it. */
const foundOf = ({ assignment, verification }: AssignmentTask, urlOf: PhotoUrl) => {
  const decided = { ...verification, report: assignment.report } as Verification
  return toRecord(decided, urlOf) as Review['found']
}

/** Of a refusal nothing else is told. */
type Said = Pick<ApplicantWord, 'consent' | 'saidAt' | 'hasMoved'> &
  Partial<Omit<ApplicantStatement, 'consent'>>

interface AgentContext {
  readonly property: PropertyInput | undefined
  readonly says: Said | undefined
  readonly placeFacts: readonly PlaceFact[]
}

interface ReviewContext extends AgentContext {
  readonly urlOf: PhotoUrl
  readonly outcomes: readonly AgentOutcome[]
  /** Ids of other assignments that the reviewer may see. */
  readonly visible: ReadonlySet<string>
  readonly employerCase: z.input<typeof EmployerCase> | null
  readonly areaMap: z.input<typeof Review>['areaMap']
}

const reviewOf = (
  task: AssignmentTask,
  { urlOf, outcomes, visible, employerCase, areaMap }: ReviewContext,
): z.input<typeof Review> | undefined => {
  const { assignment, verification } = task
  const { agent, claimedAt, report, reportedAt, returns = [] } = assignment
  const { objection, stagedDecision: staged } = assignment
  if (!agent || !claimedAt || !report || !reportedAt) return undefined
  const business: Partial<NonNullable<AddressVerification['business']>> =
    ('business' in verification && verification.business) || {}
  return {
    ...named(verification),
    ...named(business),
    ...named(assignment),
    objection: objection && { ...named(objection), outcome: statusOf(objection.outcome).subStatus },
    agent,
    claimedAt,
    reportedAt,
    reportedAccuracyMetres: 'latitude' in report ? report.accuracyMetres : undefined,
    flags: withDecisionFlags(verification.decisionFlags, assignment.flags).map(
      ({ code, reason, places = [] }) => ({
        code,
        weight: flagWeights[code],
        reason,
        places: places.map(({ at, seenIn }) => ({
          at,
          seenIn: seenIn && visible.has(seenIn.id) ? seenIn : undefined,
        })),
      }),
    ),
    areaMap,
    found: foundOf(task, urlOf),
    job: verification.product === 'employment' ? named(verification) : undefined,
    employerCase,
    suggestedReason: suggestionOf(task),
    contradictions: contradictionsIn(task),
    returns: [...returns],
    agentRecord: outcomes.map(({ found, outcome, ...rest }) => ({
      ...rest,
      found: found && statusOf(found).subStatus,
      outcome: statusOf(outcome).subStatus,
    })),
    staged: staged && { ...named(staged), reason: statusOf(staged.outcome).subStatus },
  }
}

type AssignmentInput = z.input<typeof AssignmentResponse>

export const toAgentAssignment = (
  task: AssignmentTask,
  viewer: ViewContext,
  { property, says, placeFacts }: AgentContext,
): AssignmentInput => ({
  ...toWorkItem(task, viewer),
  applicantSays: says && named(says),
  property,
  placeFacts: [...placeFacts],
  review: undefined,
})

export const toReviewAssignment = (
  task: AssignmentTask,
  viewer: ViewContext,
  shown: ReviewContext,
): AssignmentInput => ({ ...toAgentAssignment(task, viewer, shown), review: reviewOf(task, shown) })
