import type { Caller } from '../account/caller.ts'
import {
  getTask,
  isAgent,
  isReviewer,
  refuseBackCheck,
  refuseFinal,
  refuseOwnStaged,
  refuseOwnVisit,
  refuseUnderReview,
} from './assignment/access.ts'
import { isBarredFrom } from './assignment/back-check-store.ts'
import {
  type AssignmentLease,
  claimReview,
  claimVisit,
  releaseReview,
  releaseVisit,
} from './assignment/claim-store.ts'
import type { Assignment } from './assignment/assignment.ts'
import type { Position } from './assignment/contract.ts'
import type { AssignmentTask } from './assignment/list-store.ts'
import type { RefusalReason } from './assignment/refusal-contract.ts'
import { setting } from '../aws/environment.ts'
import { invalidRequest, Problem } from '../http/contract/problem.ts'
import { findMember } from './team/store.ts'
import { claimsOf } from './capacity.ts'

interface ClaimContext {
  readonly caller: Caller
  readonly id: string
  readonly nowMs: number
  readonly position?: Position | undefined
}

const leaseFor = ({ caller, nowMs, position }: ClaimContext, seconds: number): AssignmentLease => ({
  by: caller.clientId,
  from: position,
  at: new Date(nowMs).toISOString(),
  until: new Date(nowMs + seconds * 1000).toISOString(),
})

const takeVisit = async (claiming: ClaimContext, { assignment }: AssignmentTask) => {
  // Whoever asks has a scope of the path: the row that they saw was a report's.
  if (!isAgent(claiming.caller))
    throw new Problem('not_reported', 'No report yet: an agent has claimed it, or none has.')
  if (await isBarredFrom(assignment, claiming.caller.clientId))
    throw new Problem('own_visit', 'You had a part in it before. Leave it to another agent.')
  const member = await findMember(claiming.caller.clientId)
  const maxClaims = claimsOf(member?.dailyCapacity)
  const lease = leaseFor(claiming, setting('FIELDWORK_LIMITS').agentLeaseSeconds)
  const result = await claimVisit(assignment, lease, maxClaims)
  if (result === 'claimed') return lease
  if (result === 'too-many')
    throw new Problem('too_many_claims', `You may hold ${maxClaims} visits at a time.`)
  const latest = await getTask(claiming.caller, claiming.id)
  refuseFinal(latest)
  throw new Problem('already_claimed', `Somebody else has it until ${latest.assignment.leaseUntil}.`)
}

/** What a colleague gave them for longer stays theirs for as long. */
const reviewLeaseFor = (
  claiming: ClaimContext,
  { reviewer, reviewUntil = '' }: Assignment,
): AssignmentLease => {
  const lease = leaseFor(claiming, setting('FIELDWORK_LIMITS').reviewLeaseSeconds)
  return reviewer === lease.by && reviewUntil > lease.until ? { ...lease, until: reviewUntil } : lease
}

const takeReview = async (claiming: ClaimContext, task: AssignmentTask) => {
  if (!isReviewer(claiming.caller)) throw new Problem('already_claimed', 'Somebody else made this visit.')
  refuseOwnVisit(task, claiming.caller)
  refuseBackCheck(task)
  refuseOwnStaged(task, claiming.caller)
  const lease = reviewLeaseFor(claiming, task.assignment)
  if (await claimReview(task.assignment, lease)) return lease
  const latest = await getTask(claiming.caller, claiming.id)
  refuseFinal(latest)
  refuseOwnStaged(latest, claiming.caller)
  refuseUnderReview(latest, claiming.caller, claiming.nowMs)
  throw new Problem('already_claimed', 'It went back to its agent.')
}

/** Claims a visit for an agent, or a report for a reviewer; a repeat renews the lease. @throws Problem not_found, already_decided, already_claimed, not_reported, too_many_claims, own_visit, decided_before, second_reviewer_needed */
export const claimWork = async (claiming: ClaimContext) => {
  const task = await getTask(claiming.caller, claiming.id)
  refuseFinal(task)
  const isReported = task.assignment.status === 'reported'
  const { until } = await (isReported ? takeReview : takeVisit)(claiming, task)
  return { id: claiming.id, way: isReported ? 'reported' : 'claimed', leaseUntil: until } as const
}

interface ReleaseContext extends Omit<ClaimContext, 'position'> {
  readonly reason?: RefusalReason | undefined
}

/** Who refuses what a supervisor gave them says why: the next one is chosen by it. */
const requireReason = (
  { agent, offeredBy, status }: Assignment,
  { caller, reason }: ReleaseContext,
): void => {
  if (status === 'claimed' && agent === caller.clientId && offeredBy && !reason)
    throw invalidRequest([
      { pointer: 'query/reason', code: 'reason_needed', detail: 'It was assigned to you. Say why not.' },
    ])
}

/** A caller who does not hold it changes nothing. @throws Problem not_found, invalid_request */
export const releaseWork = async (release: ReleaseContext): Promise<void> => {
  const { caller, id, nowMs, reason } = release
  const { assignment } = await getTask(caller, id)
  requireReason(assignment, release)
  const how = { by: caller.clientId, at: new Date(nowMs).toISOString(), reason }
  await (assignment.status === 'reported' ? releaseReview : releaseVisit)(assignment, how)
}
