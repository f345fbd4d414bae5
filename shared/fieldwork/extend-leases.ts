import { extendLease, listEndingClaims } from '../work/assignment/claim-store.ts'
import { findPlainAssignment } from '../work/assignment/store.ts'
import { mapConcurrently } from '../aws/concurrency.ts'
import { setting } from '../aws/environment.ts'
import { listUnsent, type StoredUnsent } from '../evidence/unsent-store.ts'
import type { Mode } from '../table/tenant.ts'

/** Late, so that the phone has had its time; three counts, so that one which fails costs no agent their visit. */
const leadMs = 15 * 60_000

/** A phone that spoke before the claim said nothing of this visit. */
const extendOf = async (mode: Mode, { agentId, saidAt }: StoredUnsent, nowMs: number): Promise<number> => {
  const at = new Date(nowMs).toISOString()
  let count = 0
  for (const claim of await listEndingClaims(mode, agentId, nowMs, nowMs + leadMs)) {
    const assignment = await findPlainAssignment({ ...claim, mode })
    if (!assignment || (assignment.claimedAt ?? saidAt) > saidAt) continue
    const seconds = setting('FIELDWORK_LIMITS').agentLeaseSeconds
    const until = new Date(Date.parse(claim.leaseUntil) + seconds * 1000).toISOString()
    if (await extendLease(assignment, claim, { by: agentId, at, until })) count++
  }
  return count
}

/**
 * Extends the leases that end soon, of agents whose phones have said since the claim that they hold something: each once,
 * by the time of a claim. Answers how many.
 */
export const extendLeases = async (mode: Mode, nowMs: number): Promise<number> => {
  const counts = await mapConcurrently(await listUnsent(mode, nowMs), phone => extendOf(mode, phone, nowMs))
  return counts.reduce((sum, count) => sum + count, 0)
}
