import { log } from '../../aws/log.ts'
import { decryptFor, encryptFor } from '../../aws/encryption.ts'
import type { VerificationKey } from '../../table/tenant.ts'
import type { LateLookupResult } from '../contract/lookup.ts'
import type { Lookup } from '../lookup.ts'
import type { LateLookup } from './late-lookup.ts'
import { concludeLate, findLate } from './store.ts'

/** A key of its own: what was a claim does not open as an answer. */
const purpose = 'late-answer'

/** How a late look-up ends: what its record keeps, and what it would have answered. */
export interface LateConclusion {
  readonly kept: Pick<Lookup, 'verdict' | 'matchingVersion' | 'failure' | 'price'>
  readonly answer: LateLookupResult
}

/** Ends a late look-up; the table's stream has the answer told. */
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

/** What a late look-up has concluded with, and when. */
export interface LateResult extends Pick<LateLookup, 'product'> {
  readonly answer: LateLookupResult
  readonly occurredAt: string
}

/** What a late look-up has concluded with; absent before that, and after it was told. */
export const decryptLateResult = async (key: VerificationKey): Promise<LateResult | undefined> => {
  const late = await findLate(key)
  if (!late?.completedAt) return undefined
  const answer = (await decryptFor(purpose, `${key.verificationId}`, late.sealed)).toString('utf8')
  return {
    answer: JSON.parse(answer) as LateLookupResult,
    product: late.product,
    occurredAt: late.completedAt,
  }
}
