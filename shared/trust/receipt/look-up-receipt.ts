import { findTold } from '../../event/find-told.ts'
import { nothingTold } from '../../event/told.ts'
import {
  type EndedLookup,
  findEndedLookupFor,
  isUntold,
  type LookupRead,
} from '../../identity/find-look-up.ts'
import { claimsOfLookup } from './look-up-claims.ts'
import { receiptReply, receiptWith, untold } from './reply.ts'

/** The receipt of a look-up that has ended. @throws Problem not_final where its end is yet to be told */
export const receiptOfLookup = async (lookup: EndedLookup, nowMs: number): Promise<string> => {
  const { organisationId, mode, id: verificationId } = lookup
  // What waits to be told goes after its trail says that it was: looked at in this order, nothing is missed.
  const waits = await isUntold(lookup)
  const told = await findTold({ organisationId, mode, verificationId }, nowMs)
  if (waits && !told) throw untold
  return receiptWith(claimsOfLookup(lookup, told ?? nothingTold), nowMs)
}

/** @throws Problem not_found as for the record, an erased one included; product_not_enabled; not_final */
export const getIdentityReceipt = async (asking: LookupRead) =>
  receiptReply(await receiptOfLookup(await findEndedLookupFor(asking), asking.nowMs))
