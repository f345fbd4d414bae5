import type { Caller } from '../account/caller.ts'
import { refuseOwnVisit, refusePossibleAgent } from '../assignment/access.ts'
import { parseAssignmentId } from '../assignment/assignment.ts'
import { findWorkKeys } from '../assignment/back-check-store.ts'
import { findPlainAssignment, type PlainAssignment } from '../assignment/store.ts'
import { Problem } from '../http/contract/problem.ts'
import { noteReading } from '../trail/reading-store.ts'
import { isFinal } from '../verification/contract/outcome.ts'
import { findVerification } from '../verification/store.ts'
import { type Verification, verificationKeyOf } from '../verification/verification.ts'

export interface StaffCase {
  readonly verification: Verification
  /** Undefined until the work is open, and of what ended before. */
  readonly assignment: PlainAssignment | undefined
}

export interface CaseRequest {
  readonly caller: Caller
  readonly id: string
  readonly nowMs: number
}

/**
 * Finds a case of any organisation, in the caller's mode. Nobody sees here what their own work hides from them: neither
 * the agent of the visit or its back-check, nor whoever may still become the agent.
 * @throws Problem not_found, own_visit, not_reported
 */
export const getStaffCase = async ({ caller, id, nowMs }: CaseRequest): Promise<StaffCase> => {
  const key = parseAssignmentId(id, caller.mode)
  const [verification, workKeys] = await Promise.all([
    findVerification(key, key.verificationId, nowMs),
    findWorkKeys(key),
  ])
  if (!verification) throw new Problem('not_found', 'There is no case with this id.')
  const [assignment, backCheck] = await Promise.all(workKeys.map(findPlainAssignment))
  for (const { agent } of [assignment, backCheck].filter(work => work !== undefined))
    refuseOwnVisit({ assignment: { agent } }, caller)
  // What has ended without a report has no visit any more.
  if (!isFinal(verification.outcome)) refusePossibleAgent(assignment, caller)
  return { verification, assignment }
}

/** In the trail, once an hour: it says who opened which part. */
export const noteOpening = (
  { verification }: StaffCase,
  { caller, nowMs }: CaseRequest,
  part: 'case' | 'report' | 'receipt',
): Promise<void> =>
  noteReading(
    verificationKeyOf(verification),
    { what: 'viewed', by: caller.clientId, facts: { part } },
    nowMs,
  )
