import type { VerificationKey } from '../../table/tenant.ts'
import { decryptClaim } from './accept.ts'
import { decryptLateResult } from './conclude.ts'
import { findLate } from './store.ts'

/** The claim while it waits, then the response until it is published. */
export const decryptLateLookup = async (key: VerificationKey): Promise<object | undefined> => {
  const late = await findLate(key)
  if (!late) return undefined
  const { sealed, ...known } = late
  return late.completedAt
    ? { ...known, answer: (await decryptLateResult(key))?.answer }
    : { ...known, claim: await decryptClaim(sealed, key.verificationId) }
}
