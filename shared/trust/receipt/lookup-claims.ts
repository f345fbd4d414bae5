import type { Publication } from '../../event/publication.ts'
import { toLookupResponse } from '../../identity/response.ts'
import type { EndedLookup } from '../../identity/find-lookup.ts'
import { findIdentityProduct } from '../../identity/products.ts'
import { type ReceiptContent, issuedAt } from './contract.ts'

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
