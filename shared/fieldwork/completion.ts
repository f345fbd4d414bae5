import { setting } from '../aws/environment.ts'
import { Fault } from '../aws/fault.ts'
import { log } from '../aws/log.ts'
import type { VerificationKey } from '../table/tenant.ts'
import type { Product } from '../verification/contract/product.ts'
import { moveVerification } from '../verification/store.ts'
import { findAssignment } from './assignment-store.ts'

/** What a verdict costs, in NGN. @throws Fault where the stage's list lacks the product: nothing is free by omission */
const priceOf = (product: Product): number => {
  const price = setting('PRICES')[product]
  if (price === undefined) throw new Fault(`The price list lacks ${product}`)
  return price
}

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
  const set = { price: priceOf(product), report, adminComment, approvedAt, rejectedAt }
  const isDone = await moveVerification(key, 'complete', { to: outcome, at, set })
  log(isDone ? 'verification.completed' : 'verification.was-final', { ...key, product, outcome })
  return true
}
