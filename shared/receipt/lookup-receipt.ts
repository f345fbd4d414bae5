import { findPublication, noPublication } from '../event/publication.ts'
import { type EndedLookup, isLookupUnpublished, toLookupResponse } from '../identity/find-lookup.ts'
import { findIdentityProduct } from '../identity/products.ts'
import { issuedAt, type ReceiptContent } from './contract.ts'
import { issueReceipt, notPublishedProblem } from './issue.ts'

/** @throws Problem not_final if its result is not published yet */
export const readLookupContent = async (lookup: EndedLookup, nowMs: number): Promise<ReceiptContent> => {
  const { id, organisationId, mode, product, requestedAt, completedAt, verdict, matchingVersion } = lookup
  // A late look-up is deleted after its trail records the publication: this order of reads misses neither.
  const waits = await isLookupUnpublished(lookup)
  const told = await findPublication({ organisationId, mode, verificationId: id }, nowMs)
  if (waits && !told) throw notPublishedProblem
  return {
    iat: issuedAt(completedAt),
    organisationId,
    mode,
    verificationId: id,
    product,
    status: toLookupResponse(lookup).status,
    requestedAt,
    reportedAt: null,
    completedAt,
    registry: findIdentityProduct(product).registry.name,
    verdict: verdict ? { matchStatus: verdict.matchStatus, fieldMatches: verdict.fieldMatches } : null,
    photos: [],
    ...(told ?? noPublication),
    rules: matchingVersion === undefined ? {} : { matching: matchingVersion },
  }
}

export const issueLookupReceipt = async (lookup: EndedLookup, nowMs: number): Promise<string> =>
  issueReceipt(await readLookupContent(lookup, nowMs), nowMs)
