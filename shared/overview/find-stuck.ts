import { isListedWork, type ListedWork } from '../work/assignment/list-store.ts'
import { findPlainAssignments } from '../work/assignment/store.ts'
import { mapConcurrently } from '../aws/concurrency.ts'
import { setting } from '../aws/environment.ts'
import { findPhotos } from '../evidence/photo-store.ts'
import { listLate } from '../identity/late/store.ts'
import type { LinkKey } from '../link/link.ts'
import { findLink } from '../link/store.ts'
import { effectsOfOverdueLookup, effectsOfStaleVerification, streamSettleMs } from '../outbox/effect.ts'
import type { Mode, Tenant } from '../table/tenant.ts'
import { isFinal } from '../verification/contract/outcome.ts'
import { findVerifications } from '../verification/store.ts'
import { allOpenShards, listOpenKeys } from '../verification/transition-store.ts'
import { verificationKeyOf } from '../verification/verification.ts'
import type { Stuck } from './contract.ts'
import { isLate, isUnsent, parseStuckId, stuckVerification, stuckWork, toStuck, toStuckId } from './stuck.ts'

const mostLookedAt = 200

const some = <Row>(found: Row | undefined): readonly Row[] => (found === undefined ? [] : [found])

const withPhotos = async (one: Stuck, mode: Mode, nowMs: number): Promise<Stuck> => {
  const photos = await findPhotos(parseStuckId(one.id, mode), nowMs)
  return { ...one, photosAwaited: photos.filter(({ state }) => state === 'awaited').length }
}

/** What is late longest, back-checks apart, which no customer waits for. */
export const longestLate = (work: readonly ListedWork[], nowMs: number): readonly ListedWork[] =>
  work
    .filter(one => !one.backCheckOf && isLate(one, nowMs))
    .toSorted((one, other) => (one.dueAt < other.dueAt ? -1 : 1))
    .slice(0, mostLookedAt)

export const findLateWork = async (
  late: readonly ListedWork[],
  mode: Mode,
  nowMs: number,
): Promise<readonly Stuck[]> => {
  const verifications = await findVerifications(late)
  const byName = new Map(verifications.map(one => [toStuckId(verificationKeyOf(one)), one]))
  const found = late.flatMap(one => some(stuckWork(one, byName.get(toStuckId(one)), nowMs)))
  return mapConcurrently(found, one =>
    one.kind === 'held' ? withPhotos(one, mode, nowMs) : Promise.resolve(one),
  )
}

/** Open verifications that reconciliation would repair. What is in people’s lists is in their hands. */
export const findStaleVerifications = async (tenant: Tenant, nowMs: number) => {
  const pages = await Promise.all(
    allOpenShards.map(part => listOpenKeys(tenant, part, { beforeMs: nowMs - streamSettleMs })),
  )
  const open = pages.flatMap(({ items }) => items)
  const work = await findPlainAssignments(open)
  const listed = new Set(work.filter(isListedWork).map(toStuckId))
  const assigned = new Set(work.map(toStuckId))
  const suspects = await findVerifications(
    open.filter(key => !listed.has(toStuckId(key))).slice(0, mostLookedAt),
  )
  const expirySeconds = setting('VERIFICATION_EXPIRY_SECONDS')
  return suspects.flatMap(one => {
    const isAssigned = assigned.has(toStuckId(verificationKeyOf(one)))
    return some(stuckVerification(one, effectsOfStaleVerification(one, { isAssigned, nowMs, expirySeconds })))
  })
}

/** Adds to a delivery the verification that its event is about; look-ups and events about endpoints have none. */
export const withCases = async (items: readonly Stuck[], mode: Mode): Promise<Stuck[]> => {
  const keys = items.map(({ id }) => parseStuckId(id, mode))
  // Several deliveries may be about one verification, and a read of many takes each key once.
  const about = new Map(keys.flatMap(key => (key.eventId === undefined ? [] : [[toStuckId(key), key]])))
  const verifications = await findVerifications([...about.values()])
  const ids = new Set(verifications.map(one => toStuckId(verificationKeyOf(one))))
  return items.map((one, place) => {
    const caseId = toStuckId(keys[place]!)
    return ids.has(caseId) ? { ...one, caseId } : one
  })
}

export const findLateLookups = async (tenant: Tenant, nowMs: number): Promise<readonly Stuck[]> => {
  const { items } = await listLate(tenant, undefined)
  return items
    .filter(late => effectsOfOverdueLookup(late, nowMs).length > 0)
    .map(late => toStuck('unanswered', late, { since: new Date(late.notBeforeMs).toISOString() }))
}

/** Failed messages whose links are still valid and unanswered. */
export const findUnsentMessages = async (failed: readonly LinkKey[]): Promise<readonly Stuck[]> => {
  const found = await mapConcurrently(failed, findLink)
  const links = found.flatMap(link => (link && isUnsent(link) ? [link] : []))
  const verifications = await findVerifications(links)
  const open = verifications
    .filter(({ outcome }) => !isFinal(outcome))
    .map(one => toStuckId(verificationKeyOf(one)))
  return links
    .filter(link => open.includes(toStuckId(link)))
    .map(link => toStuck('unsent', link, { since: link.sentAt, by: link.by }))
}
