import { setting } from '../aws/environment.ts'
import { log } from '../aws/log.ts'
import { findAssignments } from '../fieldwork/assignment-store.ts'
import { eachLate } from '../identity/late/store.ts'
import type { Tenant } from '../table/tenant.ts'
import { eachOpen } from '../verification/list-store.ts'
import { markTold } from '../verification/store.ts'
import { keyOf, type Verification } from '../verification/verification.ts'
import { type Effect, effectsOfLeftBehind, effectsOfOverdue } from './effect.ts'
import { perform } from './perform.ts'

const leftBehind = async (verifications: readonly Verification[], nowMs: number): Promise<Effect[]> => {
  const assignments = await findAssignments(verifications.map(keyOf))
  const expirySeconds = setting('VERIFICATION_EXPIRY_SECONDS')
  return verifications.flatMap(verification =>
    effectsOfLeftBehind(verification, { isAssigned: assignments.has(verification.id), nowMs, expirySeconds }),
  )
}

/** Performs anew what is open or untold of one tenant's and lacks something, however old it is. Answers how much that was. */
export const reconcileTenant = async (tenant: Tenant, nowMs: number): Promise<number> => {
  let count = 0
  const performAll = async (effects: readonly Effect[]): Promise<void> => {
    for (const effect of effects) await perform(effect)
    count += effects.length
  }
  await eachLate(tenant, lookups => performAll(lookups.flatMap(late => effectsOfOverdue(late, nowMs))))
  await eachOpen(tenant, async ({ verifications, orphans }) => {
    await performAll(await leftBehind(verifications, nowMs))
    await Promise.all(orphans.map(markTold))
  })
  if (count > 0) log('outbox.found-left-behind', { ...tenant, count })
  return count
}
