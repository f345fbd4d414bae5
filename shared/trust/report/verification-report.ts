import type { DisputeWork } from '../../dispute/dispute.ts'
import { resultTextOf, statusOf } from '../../verification/contract/outcome.ts'
import type { Verification } from '../../verification/verification.ts'
import { disputeFacts } from './disputes.ts'
import { headFacts, type ReportDocument } from './document.ts'

/** What reports of verifications begin with, whatever was verified. */
export const headOf = (
  verification: Verification,
  disputes: readonly DisputeWork[],
): Omit<ReportDocument, 'sections'> => {
  const { id, mode, product, outcome, customerReference, requestedAt, updatedAt, price } = verification
  const { subStatus } = statusOf(outcome)
  return {
    ...{ id, kind: product, mode },
    verdict: resultTextOf(outcome, product),
    remark: verification.adminComment,
    facts: [
      ...headFacts({
        ...{ id, customerReference, requestedAt, price },
        ...{ status: subStatus, endedAt: updatedAt },
      }),
      ...disputeFacts(verification, disputes),
    ],
  }
}
