import type { Told } from '../../event/told.ts'
import { toLookUpAnswer } from '../../identity/answer.ts'
import type { EndedLookup } from '../../identity/find-look-up.ts'
import { productNamed } from '../../identity/products.ts'
import { type Claimed, issuedAt } from './contract.ts'

/** What is claimed of a look-up that has ended. */
export const claimsOfLookup = (lookup: EndedLookup, told: Told): Claimed => {
  const { id, organisationId, mode, product, requestedAt, completedAt, verdict, matchingVersion } = lookup
  return {
    iat: issuedAt(completedAt),
    ...{ organisationId, mode, verificationId: id, product },
    status: toLookUpAnswer(lookup).status,
    ...{ requestedAt, reportedAt: null, completedAt },
    registry: productNamed(product).registry.name,
    verdict: verdict ? { matchStatus: verdict.matchStatus, fieldMatches: verdict.fieldMatches } : null,
    photos: [],
    ...told,
    rules: matchingVersion === undefined ? {} : { matching: matchingVersion },
  }
}
