import { toAssignmentId } from '../work/assignment/assignment.ts'
import { BusyError } from '../aws/errors.ts'
import { statusOf } from '../verification/contract/outcome.ts'
import type { OnContradiction } from '../review/file-report.ts'
import { raiseDispute } from './raise.ts'

/**
 * Has the decision reviewed again where a back-check contradicts it, in the transaction that files its report. A dispute
 * that is open already is such a review.
 * @throws BusyError while the decision is yet to be published
 */
export const disputeContradiction =
  (nowMs: number): OnContradiction =>
  async ({ assignment, verification }, found, filing) => {
    const tookPart = [assignment.agent!]
    const reason = `A back-check found: ${statusOf(found).subStatus}. Its report is in ${toAssignmentId(assignment)}.`
    const objection = { by: 'operator', ground: 'evidence', reason, nowMs, tookPart } as const
    const { kind } = await raiseDispute(verification, objection, 'service', filing)
    if (kind === 'untold') throw new BusyError('The decision is being published')
    return kind === 'raised'
  }
