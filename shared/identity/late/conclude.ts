import { log } from '../../aws/log.ts'
import { decryptFor, encryptFor } from '../../aws/encryption.ts'
import type { VerificationKey } from '../../table/tenant.ts'
import type { LateAnswer } from '../contract/look-up.ts'
import type { Lookup } from '../look-up.ts'
import type { LateLookup } from './late-lookup.ts'
import { concludeLate, findLate } from './store.ts'

/** A key of its own: what was a claim does not open as an answer. */
const purpose = 'late-answer'

/** How a late look-up ends: what its record keeps, and what it would have answered. */
export interface End {
  readonly kept: Pick<Lookup, 'verdict' | 'matchingVersion' | 'failure' | 'price'>
  readonly answer: LateAnswer
}

/** Ends a late look-up; the table's stream has the answer told. */
export const concludeWith = async (late: LateLookup, { kept, answer }: End): Promise<void> => {
  const { organisationId, mode, verificationId, product, attempt } = late
  const sealed = await encryptFor(purpose, `${verificationId}`, Buffer.from(JSON.stringify(answer)))
  await concludeLate(late, { kept, completedAt: new Date().toISOString(), sealed })
  const outcome = kept.verdict?.matchStatus ?? kept.failure
  log('identity.concluded-late', { organisationId, mode, verificationId, product, attempt, outcome })
}

/** What a late look-up has concluded with, and when. */
export interface Concluded extends Pick<LateLookup, 'product'> {
  readonly answer: LateAnswer
  readonly occurredAt: string
}

/** What a late look-up has concluded with; absent before that, and after it was told. */
export const concludedAnswer = async (key: VerificationKey): Promise<Concluded | undefined> => {
  const late = await findLate(key)
  if (!late?.completedAt) return undefined
  const answer = (await decryptFor(purpose, `${key.verificationId}`, late.sealed)).toString('utf8')
  return { answer: JSON.parse(answer) as LateAnswer, product: late.product, occurredAt: late.completedAt }
}
