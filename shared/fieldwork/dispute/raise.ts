import { setting } from '../../aws/environment.ts'
import { log } from '../../aws/log.ts'
import { findVerification } from '../../verification/store.ts'
import { verificationKeyOf, type Verification } from '../../verification/verification.ts'
import { findAssignment } from '../assignment-store.ts'
import { type Disputed, disputedOf, type Objected } from './dispute.ts'
import { type Disputable, type NotDisputed, sameObjection, whyNotDisputed } from './rule.ts'
import { addDispute, isUntold, listDisputes } from './store.ts'

/** What became of an objection: it was taken, now or before, or why it was not. */
export type Raised =
  | { readonly kind: 'raised'; readonly disputed: Disputed }
  | { readonly kind: 'known'; readonly disputed: Disputed }
  | { readonly kind: 'untold' }
  | { readonly kind: 'gone' }
  | ({ readonly kind: 'refused' } & NotDisputed)

/** How often somebody else may change the record at the same moment. */
const rounds = 4

/** What there is to know before somebody objects. */
export const disputable = async (verification: Verification, nowMs: number): Promise<Disputable> => ({
  verification,
  disputes: await listDisputes(verificationKeyOf(verification)),
  nowMs,
  days: setting('FIELDWORK').disputeDays,
})

const tryOnce = async (
  verification: Verification,
  objected: Objected,
  by: string,
): Promise<Raised | undefined> => {
  const key = verificationKeyOf(verification)
  const seen = await disputable(verification, objected.nowMs)
  const disputed = sameObjection(seen, objected)
  if (disputed) return { kind: 'known', disputed }
  const refusal = whyNotDisputed(seen, objected.by)
  if (refusal) return { kind: 'refused', ...refusal }
  if (await isUntold(key)) return { kind: 'untold' }
  const before = { assignment: await findAssignment(key), disputes: seen.disputes }
  const made = disputedOf(verification, before, objected, setting('FIELDWORK').disputeDueSeconds)
  if (!(await addDispute(verification, made, by))) return undefined
  log('verification.disputed', { ...key, product: verification.product })
  return { kind: 'raised', disputed: made }
}

/**
 * Takes an objection to the decision that stands. Of several at once one is raised, and the others hear what stands then.
 * @param by for the trail: a client's id, or `applicant`
 */
export const raiseDispute = async (
  verification: Verification,
  objected: Objected,
  by: string,
): Promise<Raised> => {
  let latest: Verification | undefined = verification
  for (let round = 0; latest && round < rounds; round++) {
    const raised = await tryOnce(latest, objected, by)
    if (raised) return raised
    latest = await findVerification(latest, latest.id, objected.nowMs)
  }
  return latest ? { kind: 'untold' } : { kind: 'gone' }
}
