import { isDeepStrictEqual } from 'node:util'
import { type Caller, operatorOrganisationId } from '../account/caller.ts'
import { getReviewableTask, refuseFinal, refusePending } from '../assignment/access.ts'
import type { DecideRequest } from '../assignment/contract.ts'
import { type DecisionAnswers, decisionFacts, toAssignmentId } from '../assignment/assignment.ts'
import { type AssignmentTask, findTask } from '../assignment/list-store.ts'
import {
  type DueDecision,
  deletePendingDecision,
  savePendingDecision,
} from '../assignment/pending-decision-store.ts'
import { setting } from '../aws/environment.ts'
import { log } from '../aws/log.ts'
import { Problem, problems } from '../http/contract/problem.ts'
import { toVerificationKey } from '../table/tenant.ts'
import { omitUndefined } from '../verification/order.ts'
import { toDecisionResponse } from './decision-response.ts'

export interface DecisionRequest {
  readonly caller: Caller
  readonly id: string
  readonly body: DecideRequest
  readonly nowMs: number
  /** Of a pending decision whose time has come. */
  readonly holdsAt?: string
}

/** How long the caller may take this decision back: people alone, and never one whose time has come. */
export const takeBackSecondsOf = ({ caller, holdsAt }: DecisionRequest): number =>
  caller.isPerson && holdsAt === undefined ? setting('FIELDWORK_LIMITS').takeBackSeconds : 0

interface DecisionJudgement {
  /** Of the trail: what was decided. */
  readonly outcome: string
  readonly answers?: DecisionAnswers
  readonly isStaged: boolean
}

/** Stores a decision that was found valid, and that the queue `decisions` carries out. Answers undefined after a race. */
export const holdDecision = async (
  { caller, id, body, nowMs }: DecisionRequest,
  { assignment }: AssignmentTask,
  { outcome, answers = {}, isStaged }: DecisionJudgement,
  seconds: number,
) => {
  const at = new Date(nowMs).toISOString()
  const holdsAt = new Date(nowMs + seconds * 1000).toISOString()
  const pending = { by: caller.clientId, at, holdsAt, isStaged, request: omitUndefined(body) }
  const isSaved = await savePendingDecision(assignment, pending, { outcome, ...decisionFacts(answers) })
  return isSaved
    ? ({ status: 202, body: toDecisionResponse(id, 'reported', { pending }) } as const)
    : undefined
}

/** A repeated request gets the pending decision that is there; undefined for another one. */
export const findRepeatedPending = (
  { assignment: { pendingDecision: pending } }: AssignmentTask,
  { caller, id, body, holdsAt }: DecisionRequest,
) =>
  holdsAt === undefined &&
  pending?.by === caller.clientId &&
  isDeepStrictEqual(pending.request, omitUndefined(body))
    ? ({ status: 202, body: toDecisionResponse(id, 'reported', { pending }) } as const)
    : undefined

interface TakeBackInput {
  readonly caller: Caller
  readonly id: string
  readonly nowMs: number
}

/** Where nothing is pending, nothing changes. @throws Problem not_found, own_visit, decided_before, already_decided once it holds */
export const takeBackDecision = async ({ caller, id, nowMs }: TakeBackInput): Promise<void> => {
  const task = await getReviewableTask(caller, id)
  refuseFinal(task)
  const { pendingDecision: pending } = task.assignment
  if (!pending) return
  if (pending.by !== caller.clientId) refusePending(task)
  const at = new Date(nowMs).toISOString()
  if (pending.holdsAt <= at)
    throw new Problem('already_decided', `The time to take it back ended at ${pending.holdsAt}.`)
  // They look at it again, and nobody else takes it meanwhile.
  const reviewUntil = new Date(nowMs + setting('FIELDWORK_LIMITS').reviewLeaseSeconds * 1000).toISOString()
  if (await deletePendingDecision(task.assignment, { by: caller.clientId, at, reviewUntil })) return
  const latest = await getReviewableTask(caller, id)
  refuseFinal(latest)
  refusePending(latest)
}

type DecideAction = (deciding: DecisionRequest) => Promise<unknown>

/**
 * Carries out a pending decision by the transaction that decides, which is conditioned on it: once, however often its
 * message comes. A decision that has become impossible meanwhile is given up, and the trail says why.
 */
export const carryOutDecision = async (
  { holdsAt, ...key }: DueDecision,
  decide: DecideAction,
  nowMs: number,
): Promise<void> => {
  const task = await findTask(key)
  const pending = task?.assignment.pendingDecision
  if (!task || pending?.holdsAt !== holdsAt) return log('decision.not-pending', { ...toVerificationKey(key) })
  const scopes = ['operations.reviewer'] as const
  const caller = { organisationId: operatorOrganisationId, mode: key.mode, clientId: pending.by, scopes }
  const id = toAssignmentId(task.assignment)
  try {
    await decide({ caller, id, body: pending.request, nowMs, holdsAt })
  } catch (error) {
    if (!(error instanceof Problem) || problems[error.code].status >= 500) throw error
    const at = new Date(nowMs).toISOString()
    const given = { by: 'service', at, reviewUntil: at, facts: { problem: error.code } }
    if (await deletePendingDecision(task.assignment, given))
      log('decision.given-up', { ...toVerificationKey(key), code: error.code })
  }
}
