import { log } from '../../aws/log.ts'
import { decryptFor, encryptFor } from '../../aws/secret.ts'
import type { VerificationKey } from '../../table/tenant.ts'
import type { LateLookupResult } from '../contract/lookup.ts'
import type { Lookup } from '../lookup.ts'
import { decryptClaim } from './accept.ts'
import type { LateLookup } from './late-lookup.ts'
import { concludeLate, findLate } from './store.ts'

/** A key of its own, so that a claim cannot be decrypted as a response. */
const purpose = 'late-answer'

export interface LateConclusion {
  readonly kept: Pick<Lookup, 'verdict' | 'matchingVersion' | 'failure' | 'price'>
  readonly answer: LateLookupResult
}

/** The table's stream publishes the response. */
export const concludeLateLookup = async (
  late: LateLookup,
  { kept, answer }: LateConclusion,
): Promise<void> => {
  const { organisationId, mode, verificationId, product, attempt } = late
  const sealed = await encryptFor(purpose, `${verificationId}`, Buffer.from(JSON.stringify(answer)))
  await concludeLate(late, { kept, completedAt: new Date().toISOString(), sealed })
  const outcome = kept.verdict?.matchStatus ?? kept.failure
  log('identity.concluded-late', { organisationId, mode, verificationId, product, attempt, outcome })
}

/** Undefined before its conclusion and after its publication. */
export const decryptLateResult = async (key: VerificationKey) => {
  const late = await findLate(key)
  if (!late?.completedAt) return undefined
  const text = (await decryptFor(purpose, `${key.verificationId}`, late.sealed)).toString('utf8')
  const answer = JSON.parse(text) as LateLookupResult
  return { answer, product: late.product, occurredAt: late.completedAt }
}

/** With the claim while it waits, then with the answer until it is published. */
export const decryptLateLookup = async (key: VerificationKey): Promise<object | undefined> => {
  const late = await findLate(key)
  if (!late) return undefined
  const { sealed, ...known } = late
  return late.completedAt
    ? { ...known, answer: (await decryptLateResult(key))?.answer }
    : { ...known, claim: await decryptClaim(sealed, key.verificationId) }
}
