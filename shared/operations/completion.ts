import { database } from '../aws/database.ts'
import { setting } from '../aws/environment.ts'
import { log } from '../aws/log.ts'
import { priceOf } from '../domain/transition.ts'
import type { VerificationKey } from '../domain/verification.ts'
import { findAssignment } from '../table/assignment.ts'
import type { Item } from '../table/database.ts'
import { move } from '../table/verification.ts'

/**
 * Makes a decided verification final: one conditional write. A second run finds it final and changes nothing.
 * Answers false if nothing was decided.
 */
export const completeDecided = async (key: VerificationKey, nowMs: number): Promise<boolean> => {
  const assignment = await findAssignment(database, key)
  if (!assignment?.decision) return false
  const { decision, report, product, approvedAt, rejectedAt } = assignment
  const at = new Date(nowMs).toISOString()
  const price = priceOf(decision.outcome, setting('PRICES')[product] ?? 0)
  const set = { price, report, adminComment: decision.adminComment, approvedAt, rejectedAt }
  const isDone = await move(database, key, 'complete', {
    to: decision.outcome,
    at,
    set: set as unknown as Item,
  })
  log(isDone ? 'verification.completed' : 'verification.was-final', {
    ...key,
    product,
    outcome: decision.outcome,
  })
  return true
}
