import { findPublication } from '../../event/find-publication.ts'
import { noPublication } from '../../event/publication.ts'
import { type EndedLookup, isLookupUnpublished } from '../../identity/find-lookup.ts'
import type { Claimed } from './contract.ts'
import { claimsOfLookup } from './look-up-claims.ts'
import { receiptWith, untold } from './reply.ts'

/** What the receipt of a look-up that has ended says. @throws Problem not_final where its end is yet to be told */
export const claimedOfLookup = async (lookup: EndedLookup, nowMs: number): Promise<Claimed> => {
  const { organisationId, mode, id: verificationId } = lookup
  // What waits to be told goes after its trail says that it was: looked at in this order, nothing is missed.
  const waits = await isLookupUnpublished(lookup)
  const told = await findPublication({ organisationId, mode, verificationId }, nowMs)
  if (waits && !told) throw untold
  return claimsOfLookup(lookup, told ?? noPublication)
}

/** The receipt of a look-up that has ended. @throws Problem not_final where its end is yet to be told */
export const receiptOfLookup = async (lookup: EndedLookup, nowMs: number): Promise<string> =>
  receiptWith(await claimedOfLookup(lookup, nowMs), nowMs)
