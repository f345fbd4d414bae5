import type { VerificationKey } from '../../table/tenant.ts'
import { openClaim } from './accept.ts'
import { concludedAnswer } from './conclude.ts'
import { findLate } from './store.ts'

/** A late look-up as it is kept, with what is sealed in it opened: the claim while it waits, then the answer until it is told. */
export const openedLate = async (key: VerificationKey): Promise<object | undefined> => {
  const late = await findLate(key)
  if (!late) return undefined
  const { sealed, ...known } = late
  return late.completedAt
    ? { ...known, answer: (await concludedAnswer(key))?.answer }
    : { ...known, claim: await openClaim(sealed, key.verificationId) }
}
