import type { TrailWrites } from '../work/assignment/back-check-store.ts'
import { findAssignment } from '../work/assignment/store.ts'
import { setting } from '../aws/environment.ts'
import { log } from '../aws/log.ts'
import { again, retry } from '../aws/retry.ts'
import { findVerification } from '../verification/store.ts'
import { type Verification, verificationKeyOf } from '../verification/verification.ts'
import {
  buildDisputeWork,
  type Disputable,
  type DisputeRefusal,
  type DisputeWork,
  findDisputeRefusal,
  type NewObjection,
  sameObjection,
} from './dispute.ts'
import { addDispute, isRevisionUnpublished, listDisputes } from './store.ts'

export type RaiseDisputeResult =
  | { readonly kind: 'raised' | 'known'; readonly disputed: DisputeWork }
  | { readonly kind: 'untold' }
  | { readonly kind: 'gone' }
  | ({ readonly kind: 'refused' } & DisputeRefusal)

/** The record may change while it is objected to. */
const raiseTries = 4

export const disputable = async (verification: Verification, nowMs: number): Promise<Disputable> => ({
  verification,
  disputes: await listDisputes(verificationKeyOf(verification)),
  nowMs,
  days: setting('FIELDWORK_LIMITS').disputeDays,
})

const tryOnce = async (
  verification: Verification,
  objected: NewObjection,
  by: string,
  filing: TrailWrites | undefined,
): Promise<RaiseDisputeResult | undefined> => {
  const key = verificationKeyOf(verification)
  const seen = await disputable(verification, objected.nowMs)
  const disputed = sameObjection(seen, objected)
  if (disputed) return { kind: 'known', disputed }
  const refusal = findDisputeRefusal(seen, objected.by)
  if (refusal) return { kind: 'refused', ...refusal }
  if (await isRevisionUnpublished(key)) return { kind: 'untold' }
  const before = { assignment: await findAssignment(key), disputes: seen.disputes }
  const made = buildDisputeWork(verification, before, objected, setting('FIELDWORK_LIMITS').disputeDueSeconds)
  if (!(await addDispute(verification, made, by, filing))) return undefined
  log('verification.disputed', { ...key, product: verification.product })
  return { kind: 'raised', disputed: made }
}

/** Of several concurrent objections one is raised; the others get the state that is there. @param by for the trail: a client's id, or `applicant`; `service` with the report that contradicts */
export const raiseDispute = async (
  verification: Verification,
  objected: NewObjection,
  by: string,
  filing?: TrailWrites,
): Promise<RaiseDisputeResult> =>
  retry(
    { times: raiseTries },
    async (latest: Verification = verification) => {
      const raised = await tryOnce(latest, objected, by, filing)
      if (raised) return raised
      const changed = await findVerification(latest, latest.id, objected.nowMs)
      return changed ? again(changed) : { kind: 'gone' }
    },
    () => ({ kind: 'untold' }),
  )
