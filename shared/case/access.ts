import type { Caller } from '../account/caller.ts'
import { refuseOwnVisit, refusePossibleAgent } from '../work/assignment/access.ts'
import { type Assignment, parseAssignmentId } from '../work/assignment/assignment.ts'
import { findWorkKeys } from '../work/assignment/back-check-store.ts'
import { findPlainAssignment, type PlainAssignment } from '../work/assignment/store.ts'
import { Problem } from '../http/contract/problem.ts'
import type { VerificationKey } from '../table/tenant.ts'
import { noteReading } from '../trail/reading-store.ts'
import { isFinal } from '../verification/contract/outcome.ts'
import { findVerification } from '../verification/store.ts'
import { type Verification, verificationKeyOf } from '../verification/verification.ts'

export interface StaffCase<Work = PlainAssignment> {
  readonly verification: Verification
  /** Undefined until the work is open, and of what ended before. */
  readonly assignment: Work | undefined
}

export interface CaseRequest {
  readonly caller: Caller
  readonly id: string
  readonly nowMs: number
}

export const caseNotFound = () => new Problem('not_found', 'There is no case with this id.')

/**
 * Finds a case of any organisation, in the caller's mode. Nobody sees here what their own work hides from them: neither
 * the agent of the visit or its back-check, nor whoever may still become the agent.
 * @throws Problem not_found, own_visit, not_reported
 */
export const getStaffCaseWith = async <Work extends Pick<Assignment, 'agent' | 'reportedAt'>>(
  { caller, id, nowMs }: CaseRequest,
  findWork: (key: VerificationKey) => Promise<Work | undefined>,
): Promise<StaffCase<Work>> => {
  const key = parseAssignmentId(id, caller.mode)
  const [verification, workKeys] = await Promise.all([
    findVerification(key, key.verificationId, nowMs),
    findWorkKeys(key),
  ])
  if (!verification) throw caseNotFound()
  const [assignment, backCheck] = await Promise.all(workKeys.map(findWork))
  for (const { agent } of [assignment, backCheck].filter(work => work !== undefined))
    refuseOwnVisit({ assignment: { agent } }, caller)
  // What has ended without a report has no visit any more.
  if (!isFinal(verification.outcome)) refusePossibleAgent(assignment, caller)
  return { verification, assignment }
}

/** The same, without what is encrypted of the work. @throws Problem not_found, own_visit, not_reported */
export const getStaffCase = (request: CaseRequest): Promise<StaffCase> =>
  getStaffCaseWith(request, findPlainAssignment)

/** In the trail, once an hour: it says who opened which part. */
export const noteOpening = (
  { verification }: Pick<StaffCase, 'verification'>,
  { caller, nowMs }: CaseRequest,
  part: 'case' | 'notes' | 'report' | 'receipt',
): Promise<void> =>
  noteReading(
    verificationKeyOf(verification),
    { what: 'viewed', by: caller.clientId, facts: { part } },
    nowMs,
  )
