import { findTold } from '../../event/find-told.ts'
import { nothingTold } from '../../event/told.ts'
import { findEndedLookupFor, isUntold, type LookupRead } from '../../identity/find-look-up.ts'
import { claimsOfLookup } from './look-up-claims.ts'
import { replyWith, untold } from './reply.ts'

/** @throws Problem not_found as for the record, an erased one included; product_not_enabled; not_final */
export const getIdentityReceipt = async (asking: LookupRead) => {
  const { nowMs } = asking
  const lookup = await findEndedLookupFor(asking)
  const { organisationId, mode, id: verificationId } = lookup
  // What waits to be told goes after its trail says that it was: looked at in this order, nothing is missed.
  const waits = await isUntold(lookup)
  const told = await findTold({ organisationId, mode, verificationId }, nowMs)
  if (waits && !told) throw untold
  return replyWith(claimsOfLookup(lookup, told ?? nothingTold), nowMs)
}
