import { findPublication, noPublication } from '../../event/publication.ts'
import { type EndedLookup, isLookupUnpublished } from '../../identity/find-lookup.ts'
import type { ReceiptContent } from './contract.ts'
import { toLookupClaims } from './lookup-claims.ts'
import { issueReceipt, notPublishedProblem } from './response.ts'

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
