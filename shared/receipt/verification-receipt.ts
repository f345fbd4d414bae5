import { findPublicationOrRevision, type Publication } from '../event/publication.ts'
import type { Photo } from '../evidence/photo.ts'
import { findPhotos } from '../evidence/photo-store.ts'
import { type PhotoProof, photoProofs } from '../evidence/proof.ts'
import { Problem } from '../http/contract/problem.ts'
import type { RecordedEvent } from '../trail/entry.ts'
import { readActs } from '../trail/page-store.ts'
import { statusOf } from '../verification/contract/outcome.ts'
import { findRevision } from '../verification/revision-store.ts'
import { revisionOf, type Verification, verificationKeyOf } from '../verification/verification.ts'
import { issuedAt, type ReceiptContent } from './contract.ts'
import { issueReceipt, notPublishedProblem } from './issue.ts'

export const toVerificationClaims = (
  verification: Verification,
  told: Publication,
  photos: readonly PhotoProof[],
): ReceiptContent => {
  const { id, organisationId, mode, product, outcome, requestedAt, updatedAt, report } = verification
  const revision = revisionOf(verification)
  return {
    iat: issuedAt(updatedAt),
    organisationId,
    mode,
    verificationId: id,
    product,
    status: statusOf(outcome),
    requestedAt,
    reportedAt: report?.submittedAt ?? null,
    completedAt: updatedAt,
    registry: null,
    verdict: null,
    photos: [...photos],
    ...told,
    // Receipts of first decisions have been handed out without it.
    ...(revision > 1 && { revision }),
  }
}

interface ReceiptContext {
  readonly trail: readonly RecordedEvent[]
  readonly photos: readonly Photo[]
}

/** @throws Problem not_final if its outcome is not published yet */
const claimedBeside = async (
  verification: Verification,
  { trail, photos }: ReceiptContext,
  nowMs: number,
): Promise<ReceiptContent> => {
  const decision = { revision: revisionOf(verification), endedAt: verification.updatedAt, trail }
  const told = await findPublicationOrRevision(verificationKeyOf(verification), decision, nowMs)
  if (!told) throw notPublishedProblem
  return toVerificationClaims(verification, told, photoProofs(verification, photos))
}

export const issueVerificationReceipt = async (
  verification: Verification,
  beside: ReceiptContext,
  nowMs: number,
) => {
  const content = await claimedBeside(verification, beside, nowMs)
  return { receipt: await issueReceipt(content, nowMs), event: content.event }
}

/** @throws Problem not_found for a revision that is not there; not_final where its end is yet to be told */
export const readVerificationContent = async (
  newest: Verification,
  revision = revisionOf(newest),
  nowMs: number,
): Promise<ReceiptContent> => {
  const key = verificationKeyOf(newest)
  const verification = revision === revisionOf(newest) ? newest : await findRevision(key, revision, nowMs)
  if (!verification) throw new Problem('not_found', 'There is no such revision of it.')
  const [trail, photos] = await Promise.all([
    readActs(key, nowMs),
    verification.product === 'employment' ? [] : findPhotos(key, nowMs),
  ])
  return claimedBeside(verification, { trail, photos }, nowMs)
}
