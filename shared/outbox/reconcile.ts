import { log } from '../aws/log.ts'
import { eventIdOf } from '../event/event.ts'
import { findEventIds } from '../event/store.ts'
import { findAssignments } from '../fieldwork/assignment-store.ts'
import { eachLate } from '../identity/late/store.ts'
import { eachPage } from '../table/pages.ts'
import type { Tenant, VerificationKey } from '../table/tenant.ts'
import { nouns } from '../verification/contract/product.ts'
import { listVerifications } from '../verification/list-store.ts'
import { isFinal } from '../verification/outcome.ts'
import { findVerification } from '../verification/store.ts'
import type { ListedVerification } from '../verification/verification.ts'
import { type Effect, effectsOfOverdue, settledMs } from './effect.ts'
import { perform } from './perform.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** The longest life of an open verification, and a day. */
const orderedWithinMs = 15 * dayMs
/** How far back ends are looked at: as long as the stream keeps its records, and some. */
const endedWithinMs = 26 * 60 * minuteMs

const keyOf = (tenant: Tenant, { id }: ListedVerification): VerificationKey => ({
  ...tenant,
  verificationId: id,
})

/** Open verifications that no workflow waits on, or whose decision did not reach it. */
const unfinished = async (tenant: Tenant, lines: readonly ListedVerification[]): Promise<Effect[]> => {
  const assignments = await findAssignments(lines.map(line => keyOf(tenant, line)))
  return lines.flatMap((line): Effect[] => {
    const assignment = assignments.get(line.id)
    if (!assignment) return [{ kind: 'signal', signal: 'accepted', key: keyOf(tenant, line) }]
    return assignment.decision ? [{ kind: 'signal', signal: 'decided', key: keyOf(tenant, line) }] : []
  })
}

/** Final verifications whose event was never frozen. */
const untold = async (
  tenant: Tenant,
  lines: readonly ListedVerification[],
  nowMs: number,
): Promise<Effect[]> => {
  const eventIds = lines.map(line => eventIdOf(line.id, 'verification_completed'))
  const known = await findEventIds(tenant, eventIds)
  const missing = lines.filter((_, index) => !known.has(eventIds[index]!))
  const verifications = await Promise.all(missing.map(({ id }) => findVerification(tenant, id, nowMs)))
  return verifications.flatMap((verification): Effect[] =>
    verification
      ? [{ kind: 'publish', type: 'verification_completed', verification, at: verification.updatedAt }]
      : [],
  )
}

const leftBehind = async (
  tenant: Tenant,
  lines: readonly ListedVerification[],
  nowMs: number,
): Promise<Effect[]> => {
  const settled = lines.filter(line => Date.parse(line.updatedAt) < nowMs - settledMs)
  const open = settled.filter(line => !isFinal(line.outcome))
  const ended = settled.filter(
    line => isFinal(line.outcome) && Date.parse(line.updatedAt) > nowMs - endedWithinMs,
  )
  return [...(await unfinished(tenant, open)), ...(await untold(tenant, ended, nowMs))]
}

/** Performs anew what one tenant's verifications of the last fifteen days lack. Answers how much that was. */
export const reconcileTenant = async (tenant: Tenant, nowMs: number): Promise<number> => {
  let count = 0
  const performAll = async (effects: readonly Effect[]): Promise<void> => {
    for (const effect of effects) await perform(effect)
    count += effects.length
  }
  await eachLate(tenant, lookups => performAll(lookups.flatMap(late => effectsOfOverdue(late, nowMs))))
  for (const noun of nouns) {
    const pageAt = async (beforeId?: number) => {
      const page = await listVerifications(
        tenant,
        noun,
        { fromMs: nowMs - orderedWithinMs },
        { limit: 1000, beforeId },
      )
      return { items: page.items, after: page.beforeId }
    }
    await eachPage(pageAt, async lines => performAll(await leftBehind(tenant, lines, nowMs)))
  }
  if (count > 0) log('outbox.found-left-behind', { ...tenant, count })
  return count
}
