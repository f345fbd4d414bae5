import { findWorkKeys } from '../../assignment/back-check-store.ts'
import { findPlainAssignment } from '../../assignment/store.ts'
import { mapConcurrently } from '../../aws/concurrency.ts'
import { setting } from '../../aws/environment.ts'
import { errorLogFields, log } from '../../aws/log.ts'
import type { DisputeWork } from '../../dispute/dispute.ts'
import { listDisputes } from '../../dispute/store.ts'
import type { Link } from '../../link/link.ts'
import { listWorkLinks } from '../../link/store.ts'
import { findAnyCompaction, hasObject } from '../../table/compaction-store.ts'
import type { VerificationKey } from '../../table/tenant.ts'
import { hourGraceMs } from '../../trail/hour.ts'
import { findStored } from '../../verification/person-store.ts'
import { findLastClosedHour } from '../trail-log/log.ts'
import { findObjectionEnd, isCompactionDay } from './due.ts'
import { deleteItems, type StoringResult, storeObject } from './item-store.ts'
import { findUncompacted, listCount, listPageSize, listRecords } from './list-store.ts'
import { type CompactionPage, sendCompactions } from './queue.ts'

type CompactionResult = StoringResult | 'notDue' | 'compacted' | 'changed'

/** The last conclusion of a dispute counts as an end: its applicant is shown it for as many days. */
const isDisputeOver = ({ verdict }: DisputeWork, disputeDays: number, nowMs: number): boolean => {
  const endMs = verdict && findObjectionEnd({ outcome: verdict.outcome, updatedAt: verdict.at }, disputeDays)
  return endMs !== undefined && endMs <= nowMs
}

/** Nobody answers by it any more, and its message is handed over or never will be. */
const isLinkOver = ({ endsAtSeconds, message }: Link, nowMs: number): boolean =>
  endsAtSeconds * 1000 <= nowMs && message !== 'sending'

/** Work that is done, or gone, writes nothing any more. */
const isDone = async (key: VerificationKey): Promise<boolean> => {
  const assignment = await findPlainAssignment(key)
  return assignment === undefined || ['reported', 'decided'].includes(assignment.status)
}

/** The verification and its back-check; undefined where somebody may still add to either as to work. */
const findDueKeys = async (
  key: VerificationKey,
  nowMs: number,
): Promise<readonly VerificationKey[] | undefined> => {
  const { disputeDays } = setting('FIELDWORK_LIMITS')
  const record = await findStored(key, key.verificationId)
  if (!record || record.erasedAt || record.openDispute) return undefined
  const endMs = findObjectionEnd(record, disputeDays)
  if (endMs === undefined || endMs > nowMs) return undefined
  const [disputes, links, keys] = await Promise.all([
    listDisputes(key),
    listWorkLinks(key),
    findWorkKeys(key),
  ])
  if (!disputes.every(one => isDisputeOver(one, disputeDays, nowMs))) return undefined
  if (!links.every(link => isLinkOver(link, nowMs))) return undefined
  const done = await Promise.all(keys.slice(1).map(isDone))
  return done.includes(false) ? undefined : keys
}

/**
 * Whoever read items before the object was named has ended some minutes later, as an hour of the log takes no more
 * entries then: until that time nothing is deleted, so that nobody appends to an entry that is gone.
 */
const compactItems = async (
  key: VerificationKey,
  { closedUpTo, nowMs }: { readonly closedUpTo: string; readonly nowMs: number },
): Promise<CompactionResult> => {
  const at = new Date(nowMs).toISOString()
  const found = await findAnyCompaction(key)
  if (!found) return storeObject(key, { closedUpTo, at })
  if (!hasObject(found)) return 'erased'
  if (found.deletedAt !== undefined) return 'compacted'
  if (Date.parse(found.compactedAt) + hourGraceMs > nowMs) return 'stored'
  return (await deleteItems(key, found, at)) === 0 ? 'compacted' : 'changed'
}

/**
 * Takes a verification whose time for objections is over one step on: its items become an object; later they are
 * deleted. Each step may be repeated, and come at once with any other.
 */
export const compactVerification = async (
  key: VerificationKey,
  moment: { readonly closedUpTo: string; readonly nowMs: number },
): Promise<CompactionResult> => {
  const keys = await findDueKeys(key, moment.nowMs)
  let result: CompactionResult = 'notDue'
  // The verification's own last: it is found again until all of both is done.
  for (const each of keys?.toReversed() ?? []) {
    result = await compactItems(each, moment)
    const { organisationId, mode, verificationId } = each
    log('verification.compacted', { organisationId, mode, verificationId, result })
    if (result !== 'compacted' && each !== key) return result
  }
  return result
}

type PageOf = CompactionPage & { readonly list: number }

/** Most records of a list are not looked at on a day: so many pages of them are read for one message. */
const mostPages = 20

const readDue = async ({ list, after, organisationId, mode }: PageOf, nowMs: number) => {
  const { disputeDays } = setting('FIELDWORK_LIMITS')
  const due: VerificationKey[] = []
  let next = after
  for (let pages = 0; pages < mostPages && due.length < listPageSize; pages++) {
    const page = await listRecords({ organisationId, mode }, list, { nowMs, after: next })
    const found = page.records.filter(record => isCompactionDay(record, disputeDays, nowMs))
    due.push(...found.map(({ id: verificationId }) => ({ organisationId, mode, verificationId })))
    next = page.after
    if (!next) break
  }
  return { due, next }
}

const compactPage = async (page: PageOf, nowMs: number): Promise<CompactionPage[]> => {
  const { organisationId, mode, list, isAgain } = page
  const { due, next } = await readDue(page, nowMs)
  const keys = await findUncompacted(due)
  const closedUpTo = keys.length > 0 ? await findLastClosedHour(nowMs) : undefined
  const failures: unknown[] = []
  if (closedUpTo !== undefined)
    await mapConcurrently(keys, async key => {
      try {
        await compactVerification(key, { closedUpTo, nowMs })
      } catch (error) {
        failures.push(error)
        log('verification.not-compacted', { ...key, ...errorLogFields(error) })
      }
    })
  if (isAgain && failures.length > 0) throw failures[0]
  // A page that keeps failing holds no other up: its message ends among the dead letters.
  return [
    ...(failures.length > 0 ? [{ ...page, isAgain: true as const }] : []),
    ...(next && !isAgain ? [{ organisationId, mode, list, after: next }] : []),
  ]
}

/** Compacts what is due of a page of one tenant's lists. The next pages are messages of their own. */
export const compact = async (message: CompactionPage, nowMs: number): Promise<void> => {
  const { list, ...rest } = message
  const lists = list === undefined ? [...Array(listCount).keys()] : [list]
  const following: CompactionPage[] = []
  for (const each of lists) following.push(...(await compactPage({ ...rest, list: each }, nowMs)))
  await sendCompactions(following)
}
