import { isDeepStrictEqual } from 'node:util'
import type * as z from 'zod/mini'
import {
  getReviewableTask,
  refuseUnderReview,
  refuseUnreported,
  secondReviewerNeeded,
} from '../work/assignment/access.ts'
import type { Assignment, DecisionAnswers, ReviewDecision } from '../work/assignment/assignment.ts'
import { buildBackCheck, listParticipants } from '../work/assignment/back-check-store.ts'
import type { DecideRequest } from '../work/assignment/contract.ts'
import { decideVerification } from '../work/assignment/end-verification.ts'
import { strongCodes, withDecisionFlags } from '../work/assignment/flags.ts'
import type { AssignmentTask } from '../work/assignment/list-store.ts'
import { saveStagedDecision, saveReturnedReport } from '../work/assignment/report-store.ts'
import { setting } from '../aws/environment.ts'
import { refuseReachable } from '../employer/contact/attempts.ts'
import { type FieldError, invalidRequest, Problem } from '../http/contract/problem.ts'
import { generateId } from '../table/id.ts'
import {
  type DecidedOutcome,
  decidableOutcomes,
  findOutcome,
  statusOf,
} from '../verification/contract/outcome.ts'
import type { Product } from '../verification/contract/product.ts'
import type { Verification } from '../verification/verification.ts'
import type { DecisionResponse } from './contract.ts'
import { contradictionsOf } from './contradiction.ts'
import { type DecisionRequest, toDecisionResponse } from './decision.ts'
import { refuseTogether } from './together.ts'

const required = (pointer: string, detail: string): FieldError => ({ pointer, code: 'required', detail })
const missing = (pointer: string, detail: string) => invalidRequest([required(pointer, detail)])

const rejectionsOf = (product: Product): readonly DecidedOutcome[] =>
  decidableOutcomes[product].filter(outcome => outcome !== 'verified')

/** @throws Problem invalid_request for a rejection without a reason that the product has */
export const parseOutcome = ({ decision, reason }: DecideRequest, product: Product): DecidedOutcome => {
  if (decision === 'approve') return 'verified'
  const possible = rejectionsOf(product)
  const outcome = reason === undefined ? undefined : findOutcome(reason, possible)
  if (outcome) return outcome
  const words = possible.map(one => statusOf(one).subStatus).join(', ')
  throw missing('/reason', `Expected one of: ${words}.`)
}

interface DecisionReply {
  readonly status: 200 | 202
  readonly body: z.input<typeof DecisionResponse>
}

/** A repeated request gets the decision that is there. */
export const isRepeatedDecision = (
  { assignment: { verdict } }: AssignmentTask,
  { caller, body }: DecisionRequest,
  outcome: DecidedOutcome,
): boolean =>
  verdict?.by === caller.clientId &&
  verdict.outcome === outcome &&
  verdict.adminComment === body.adminComment &&
  (verdict.answered === undefined || verdict.answered.words === body.flagsAnswer) &&
  (verdict.againstFinding === undefined || isDeepStrictEqual(verdict.againstFinding, body.againstFinding))

/**
 * An approval against what was found needs a second reviewer; where the stage has none, a flag says so. Whoever upholds
 * an approval that is disputed is the second.
 */
const decisionFlagsOf = (
  verification: Verification,
  outcome: DecidedOutcome,
): Pick<DecisionAnswers, 'decisionFlags'> => {
  const isAlone = outcome === 'verified' && verification.outcome !== outcome
  return isAlone && !setting('FIELDWORK_LIMITS').fourEyes ? { decisionFlags: ['approved_alone'] } : {}
}

/** @throws Problem invalid_request that names all that is missing: answers to strong flags, and why against the finding */
export const answersIn = (
  task: AssignmentTask,
  outcome: DecidedOutcome,
  { flagsAnswer = '', againstFinding }: DecideRequest,
): DecisionAnswers => {
  const { assignment, verification } = task
  const all = withDecisionFlags(verification.decisionFlags, assignment.flags)
  const flags = outcome === 'verified' ? strongCodes(all) : []
  const contradicted = contradictionsOf(task, outcome)
  const errors: FieldError[] = []
  if (flags.length > 0 && flagsAnswer === '')
    errors.push(required('/flagsAnswer', `Say in words what explains the strong flags: ${flags.join(', ')}.`))
  if (contradicted.length > 0 && !againstFinding)
    errors.push(required('/againstFinding', `Say why against what was found: ${contradicted.join(', ')}.`))
  if (errors.length > 0) throw invalidRequest(errors)
  return {
    ...(flags.length > 0 && { answered: { flags, words: flagsAnswer } }),
    ...(contradicted.length > 0 && { againstFinding, ...decisionFlagsOf(verification, outcome) }),
  }
}

const returnReport = async ({ caller, id, body, nowMs }: DecisionRequest, { assignment }: AssignmentTask) => {
  if (!body.comment) throw missing('/comment', 'Say what the agent is to do.')
  const at = new Date(nowMs).toISOString()
  const until = new Date(nowMs + setting('FIELDWORK_LIMITS').agentLeaseSeconds * 1000).toISOString()
  const isReturned = await saveReturnedReport(
    assignment,
    { at, by: caller.clientId, comment: body.comment },
    until,
  )
  return isReturned ? { status: 200, body: toDecisionResponse(id, 'claimed') } : undefined
}

/**
 * Whether a second reviewer must decide the same and has not: of a rejection, an approval against what was found, and an
 * approval in the share. @throws Problem second_reviewer_needed
 */
export const needsSecondReviewer = (
  { stagedDecision, isSampled }: Assignment,
  { outcome, by, againstFinding }: ReviewDecision,
): boolean => {
  const isContested = outcome !== 'verified' || againstFinding !== undefined || isSampled === true
  if (!isContested || !setting('FIELDWORK_LIMITS').fourEyes) return false
  if (stagedDecision?.by === by && stagedDecision.outcome === outcome) throw secondReviewerNeeded()
  return stagedDecision?.outcome !== outcome
}

/** Within the time that the first visit had. */
const requestBackCheck = async (
  assignment: Assignment,
  { requestedAt }: Verification,
  { by, nowMs }: { readonly by: string; readonly nowMs: number },
) => {
  const took = await listParticipants(assignment)
  return buildBackCheck(assignment, {
    id: generateId(nowMs, Math.random()),
    at: new Date(nowMs).toISOString(),
    dueAt: new Date(nowMs + Date.parse(assignment.dueAt) - Date.parse(requestedAt)).toISOString(),
    tookPart: [...took, by],
  })
}

const conclude = async ({ caller, id, body, nowMs }: DecisionRequest, task: AssignmentTask) => {
  const { assignment, verification } = task
  const by = caller.clientId
  const outcome = parseOutcome(body, verification.product)
  const at = new Date(nowMs).toISOString()
  if (outcome === 'employerUnreachable') await refuseReachable(assignment, nowMs)
  const answers = answersIn(task, outcome, body)
  const verdict = { outcome, by, at, adminComment: body.adminComment, ...answers }
  if (needsSecondReviewer(assignment, verdict)) {
    const isSaved = await saveStagedDecision(assignment, verdict)
    return isSaved ? { status: 202, body: toDecisionResponse(id, 'reported') } : undefined
  }
  const rejectedAt = assignment.returns?.at(-1)?.at
  const isBackChecked = outcome === 'verified' && assignment.isBackCheckSampled === true
  const backCheck = isBackChecked
    ? await requestBackCheck(assignment, verification, { by, nowMs })
    : undefined
  const decision = { outcome, decidedAt: at, decidedBy: by, adminComment: body.adminComment, rejectedAt }
  const isDecided = await decideVerification(verification, {
    decision,
    assignment,
    backCheck,
    answers,
  })
  return isDecided ? { status: 200, body: toDecisionResponse(id, 'decided', { verdict }) } : undefined
}

/**
 * A decision that needs a second reviewer is staged (202).
 * @throws Problem not_found, own_visit, invalid_request, already_claimed, not_reported, already_decided, second_reviewer_needed
 */
export const decideReport = async (deciding: DecisionRequest) => {
  const { caller, id, body, nowMs } = deciding
  const task = await getReviewableTask(caller, id)
  if (body.decision !== 'return' && task.assignment.verdict) {
    const outcome = parseOutcome(body, task.verification.product)
    if (isRepeatedDecision(task, deciding, outcome))
      return { status: 200, body: toDecisionResponse(id, 'decided', task.assignment) } as const
  }
  refuseUnreported(task)
  refuseUnderReview(task, caller, nowMs)
  refuseTogether(task, deciding)
  const reply = await (body.decision === 'return' ? returnReport : conclude)(deciding, task)
  if (reply) return reply as DecisionReply
  // Somebody else changed it between read and write: report the state that is there.
  const latest = await getReviewableTask(caller, id)
  refuseUnreported(latest)
  refuseUnderReview(latest, caller, nowMs)
  throw new Problem('unavailable', 'Somebody else was here at this moment. Look again.')
}
