import { listPrice } from '../account/price.ts'
import { log } from '../aws/log.ts'
import type { VerificationKey } from '../table/tenant.ts'
import { move } from '../verification/store/verification-store.ts'
import { priceOf } from '../verification/transition.ts'
import { findAssignment } from './assignment-store.ts'

/**
 * Makes a decided verification final: one conditional write. A second run finds it final and changes nothing.
 * Answers false if nothing was decided.
 */
export const completeDecided = async (key: VerificationKey, nowMs: number): Promise<boolean> => {
  const assignment = await findAssignment(key)
  if (!assignment?.decision) return false
  const { decision, report, product, approvedAt, rejectedAt } = assignment
  const at = new Date(nowMs).toISOString()
  const price = priceOf(decision.outcome, listPrice(product))
  const set = { price, report, adminComment: decision.adminComment, approvedAt, rejectedAt }
  const isDone = await move(key, 'complete', {
    to: decision.outcome,
    at,
    set: set,
  })
  log(isDone ? 'verification.completed' : 'verification.was-final', {
    ...key,
    product,
    outcome: decision.outcome,
  })
  return true
}
