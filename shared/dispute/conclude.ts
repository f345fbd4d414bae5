import type { Caller } from '../account/caller.ts'
import { getReviewableTask, refuseFinal, refuseUnderReview } from '../work/assignment/access.ts'
import type { ReviewDecision } from '../work/assignment/assignment.ts'
import type { TrailWrites } from '../work/assignment/back-check-store.ts'
import type { AssignmentTask } from '../work/assignment/list-store.ts'
import { saveStagedDecision } from '../work/assignment/report-store.ts'
import { log } from '../aws/log.ts'
import { refuseReachable } from '../employer/contact/attempts.ts'
import { invalidRequest, Problem } from '../http/contract/problem.ts'
import { conclusionTo } from '../link/store.ts'
import { type DecidedOutcome, isDecided } from '../verification/contract/outcome.ts'
import { simulatedReviewer } from '../verification/scenario.ts'
import { type Verification, verificationKeyOf } from '../verification/verification.ts'
import { type DecisionRequest, toDecisionResponse } from '../review/decision.ts'
import { answersIn, isRepeatedDecision, needsSecondReviewer, parseOutcome } from '../review/review.ts'
import { refuseTogether } from '../review/together.ts'
import type { DisputeWork } from './dispute.ts'
import { findDispute, reviseDecision, upholdDecision } from './store.ts'

/** The customer reads the result and gets an event after a change; an applicant gets a message. */
const tellingTo = async (disputed: DisputeWork, at: string): Promise<TrailWrites> => {
  const { dispute, objection } = disputed
  const letter = objection.by === 'applicant' ? await conclusionTo(disputed, dispute, at) : undefined
  return letter ? { writes: [letter.write], events: [letter.event] } : { writes: [], events: [] }
}

const conclude = async (
  verification: Verification,
  disputed: DisputeWork,
  verdict: ReviewDecision,
): Promise<boolean> => {
  const told = await tellingTo(disputed, verdict.at)
  const isUpheld = verdict.outcome === verification.outcome
  const isDone = await (isUpheld ? upholdDecision : reviseDecision)(verification, { disputed, verdict, told })
  const entry = { ...verificationKeyOf(verification), product: verification.product }
  if (isDone) log(isUpheld ? 'verification.upheld' : 'verification.revised', entry)
  return isDone
}

interface DisputeTask extends AssignmentTask {
  readonly assignment: DisputeWork
}

const isDispute = (task: AssignmentTask): task is DisputeTask => task.assignment.objection !== undefined

/** @throws Problem not_found, own_visit, decided_before */
const disputedTask = async (caller: Caller, id: string) => {
  const task = await getReviewableTask(caller, id)
  if (isDispute(task)) return task
  throw new Problem('not_found', 'There is no dispute with this id.')
}

const decideNow = async (
  { caller, id, nowMs, body }: DecisionRequest,
  task: DisputeTask,
  outcome: DecidedOutcome,
) => {
  const { assignment, verification } = task
  const by = caller.clientId
  const isChange = outcome !== verification.outcome
  if (isChange && outcome === 'employerUnreachable') await refuseReachable(assignment, nowMs)
  const answers = answersIn(task, outcome, body)
  const verdict = {
    outcome,
    by,
    at: new Date(nowMs).toISOString(),
    adminComment: body.adminComment,
    ...answers,
  }
  if (isChange && needsSecondReviewer(assignment, verdict)) {
    const isPending = await saveStagedDecision(assignment, verdict)
    return isPending && ({ status: 202, body: toDecisionResponse(id, 'reported') } as const)
  }
  const isDone = await conclude(verification, assignment, verdict)
  return isDone && ({ status: 200, body: toDecisionResponse(id, 'decided', { verdict }) } as const)
}

/**
 * By the report that is there: the same outcome upholds the decision, another one is a new revision. It may need a
 * second reviewer, and is staged then (202).
 * @throws Problem not_found, own_visit, decided_before, invalid_request, already_claimed, already_decided, second_reviewer_needed
 */
export const decideDispute = async (deciding: DecisionRequest) => {
  const { caller, id, body, nowMs } = deciding
  const task = await disputedTask(caller, id)
  if (body.decision === 'return') {
    const detail = 'A dispute cannot be returned: approve or reject.'
    throw invalidRequest([{ pointer: '/decision', code: 'not_allowed', detail }])
  }
  const outcome = parseOutcome(body, task.verification.product)
  if (isRepeatedDecision(task, deciding, outcome))
    return { status: 200, body: toDecisionResponse(id, 'decided', task.assignment) } as const
  refuseFinal(task)
  refuseUnderReview(task, caller, nowMs)
  refuseTogether(task, deciding)
  const reply = await decideNow(deciding, task, outcome)
  if (reply) return reply
  // Somebody else changed it between read and write: report the state that is there.
  refuseFinal(await disputedTask(caller, id))
  throw new Problem('unavailable', 'Somebody else changed it at the same moment. Read it again.')
}

/** Concludes the open dispute of a test verification. Returns false where none is open. */
export const simulateConclusion = async (
  verification: Verification,
  outcome: DecidedOutcome,
  nowMs: number,
): Promise<boolean> => {
  const { openDispute } = verification
  const disputed = openDispute && (await findDispute(verificationKeyOf(verification), openDispute))
  if (!disputed || !isDecided(verification.outcome)) return false
  const at = new Date(nowMs).toISOString()
  return conclude(verification, disputed, { outcome, by: simulatedReviewer, at, adminComment: 'Simulated.' })
}
