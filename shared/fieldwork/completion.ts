import { listPrice } from '../account/price.ts'
import { log } from '../aws/log.ts'
import type { VerificationKey } from '../table/tenant.ts'
import { moveVerification } from '../verification/store.ts'
import { findAssignment } from './assignment-store.ts'

/**
 * Makes a decided verification final: one conditional write. A second run finds it final and changes nothing.
 * Answers false if nothing was decided.
 */
export const completeDecided = async (key: VerificationKey, nowMs: number): Promise<boolean> => {
  const assignment = await findAssignment(key)
  if (!assignment?.decision) return false
  const { decision, report, product, approvedAt, rejectedAt } = assignment
  const { outcome, adminComment } = decision
  const at = new Date(nowMs).toISOString()
  const set = { price: listPrice(product), report, adminComment, approvedAt, rejectedAt }
  const isDone = await moveVerification(key, 'complete', { to: outcome, at, set })
  log(isDone ? 'verification.completed' : 'verification.was-final', { ...key, product, outcome })
  return true
}
