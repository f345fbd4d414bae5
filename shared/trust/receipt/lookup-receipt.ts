import { findPublication, noPublication, type Publication } from '../../event/publication.ts'
import { type EndedLookup, isLookupUnpublished, toLookupResponse } from '../../identity/find-lookup.ts'
import { findIdentityProduct } from '../../identity/products.ts'
import { issuedAt, type ReceiptContent } from './contract.ts'
import { issueReceipt, notPublishedProblem } from './signing.ts'

/** What is claimed of a look-up that has ended. */
export const toLookupClaims = (lookup: EndedLookup, told: Publication): ReceiptContent => {
  const { id, organisationId, mode, product, requestedAt, completedAt, verdict, matchingVersion } = lookup
  return {
    iat: issuedAt(completedAt),
    ...{ organisationId, mode, verificationId: id, product },
    status: toLookupResponse(lookup).status,
    ...{ requestedAt, reportedAt: null, completedAt },
    registry: findIdentityProduct(product).registry.name,
    verdict: verdict ? { matchStatus: verdict.matchStatus, fieldMatches: verdict.fieldMatches } : null,
    photos: [],
    ...told,
    rules: matchingVersion === undefined ? {} : { matching: matchingVersion },
  }
}

/** What the receipt of a look-up that has ended says. @throws Problem not_final where its end is yet to be told */
export const readLookupContent = async (lookup: EndedLookup, nowMs: number): Promise<ReceiptContent> => {
  const { organisationId, mode, id: verificationId } = lookup
  // What waits to be told goes after its trail says that it was: looked at in this order, nothing is missed.
  const waits = await isLookupUnpublished(lookup)
  const told = await findPublication({ organisationId, mode, verificationId }, nowMs)
  if (waits && !told) throw notPublishedProblem
  return toLookupClaims(lookup, told ?? noPublication)
}

/** The receipt of a look-up that has ended. @throws Problem not_final where its end is yet to be told */
export const issueLookupReceipt = async (lookup: EndedLookup, nowMs: number): Promise<string> =>
  issueReceipt(await readLookupContent(lookup, nowMs), nowMs)
