import type { Publication } from '../../event/publication.ts'
import type { PhotoProof } from '../../evidence/proof.ts'
import { statusOf } from '../../verification/contract/outcome.ts'
import { revisionOf, type Verification } from '../../verification/verification.ts'
import { type ReceiptContent, issuedAt } from './contract.ts'

/** What is claimed of a verification that has ended. */
export const toVerificationClaims = (
  verification: Verification,
  told: Publication,
  photos: readonly PhotoProof[],
): ReceiptContent => {
  const { id, organisationId, mode, product, outcome, requestedAt, updatedAt, report } = verification
  const revision = revisionOf(verification)
  return {
    iat: issuedAt(updatedAt),
    ...{ organisationId, mode, verificationId: id, product },
    status: statusOf(outcome),
    ...{ requestedAt, reportedAt: report?.submittedAt ?? null, completedAt: updatedAt },
    ...{ registry: null, verdict: null },
    photos: [...photos],
    ...told,
    // Receipts of first decisions have been handed out without it.
    ...(revision > 1 && { revision }),
  }
}
