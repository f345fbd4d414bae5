import { deleteCompacted, isSameItem, putCompacted } from '../../table/compacted-object.ts'
import {
  findAnyCompaction,
  markDeleted,
  type ObjectCompaction,
  readCompactedItems,
  saveCompaction,
} from '../../table/compaction-store.ts'
import { database } from '../../table/driver.ts'
import { contactsQuery, entryNumberOf, linksQuery, photosKey, trailKey } from '../../table/keys.ts'
import { queryAll } from '../../table/paging.ts'
import { type Condition, conditionsMet, type Key, type Query } from '../../table/port.ts'
import type { VerificationKey } from '../../table/tenant.ts'
import { findTrailBreak } from '../../trail/check.ts'
import { entryIn, type StoredRow } from '../../trail/read-store.ts'
import { maxCompactedEntries } from './due.ts'

interface CompactedKind {
  readonly query: (key: VerificationKey) => Query
  /** What every change of such an item changes: one that has changed stays. */
  readonly changing?: string
}

/** What goes into an object beside the trail. */
const kinds: readonly CompactedKind[] = [
  {
    query: key => {
      const { pk: partition, sk } = photosKey(key, key.verificationId)
      return { partition, from: sk, to: sk }
    },
    changing: 'version',
  },
  { query: key => contactsQuery(key, key.verificationId) },
  { query: key => linksQuery(key, key.verificationId), changing: 'state' },
]

const trailQuery = (key: VerificationKey): Query => {
  const [{ pk: partition, sk: from }, { sk: to }] = [1, maxCompactedEntries].map(n =>
    trailKey(key, key.verificationId, n),
  ) as [Key, Key]
  return { partition, from, to, consistent: true }
}

/** The first entries, of hours of the log that are closed. */
const readEntries = async (key: VerificationKey, closedUpTo: string): Promise<readonly StoredRow[]> => {
  const rows = await queryAll<StoredRow>(trailQuery(key))
  const end = rows.findIndex(({ logHour = '' }) => logHour > closedUpTo)
  return end < 0 ? rows : rows.slice(0, end)
}

interface KindItem {
  readonly item: Key
  readonly condition?: Condition
}

const readKind = async (
  key: VerificationKey,
  { query, changing }: CompactedKind,
): Promise<readonly KindItem[]> => {
  const items = await queryAll<Key & Record<string, unknown>>({ ...query(key), consistent: true })
  if (changing === undefined) return items.map(item => ({ item }))
  // One that another run has deleted meanwhile is gone, too.
  const when = `attribute_not_exists(#pk) OR #${changing} = :before`
  return items.map(item => ({ item, condition: { when, values: { before: item[changing] } } }))
}

const readKinds = async (key: VerificationKey): Promise<readonly KindItem[]> =>
  (await Promise.all(kinds.map(kind => readKind(key, kind)))).flat()

export type StoringResult = 'stored' | 'broken' | 'tooEarly' | 'noKey' | 'erased'

/**
 * Stores the items as one object, and then says so in the table. Another run, or an erasure, may have been first: what
 * it said stays, and an object that is not named is deleted. Repeated after a crash, it makes the same object.
 * @param closedUpTo an hour of the log: entries of later ones stay
 */
export const storeObject = async (
  key: VerificationKey,
  { closedUpTo, at: compactedAt }: { readonly closedUpTo: string; readonly at: string },
): Promise<StoringResult> => {
  const rows = await readEntries(key, closedUpTo)
  const last = rows.at(-1)
  if (!last) return 'tooEarly'
  // What somebody has changed stays as it was found.
  if (findTrailBreak(key, rows.map(entryIn))) return 'broken'
  const others = await readKinds(key)
  const object = await putCompacted(key, [...rows, ...others.map(({ item }) => item)])
  if (object === undefined) return 'noKey'
  const digests = rows.map(row => Buffer.from(row.digest, 'hex'))
  const { digest, at, logHour, expiresAt } = last
  const isNamed = await saveCompaction(key, {
    n: entryNumberOf(last),
    at,
    ...(logHour !== undefined && { logHour }),
    digest,
    events: [],
    digests: new Uint8Array(Buffer.concat(digests)),
    object,
    compactedAt,
    expiresAt,
  })
  if (isNamed) return 'stored'
  const standing = await findAnyCompaction(key)
  if (standing?.object !== object) await deleteCompacted(key, object)
  return standing?.object === undefined ? 'erased' : 'stored'
}

/**
 * Deletes the items that the object holds, unless they have changed since. The last entry goes after all others: whoever
 * appends goes on from the newest in the table, and only then from the compaction. Returns how many stay.
 * @throws Fault for an object that does not open
 */
export const deleteItems = async (
  key: VerificationKey,
  compaction: ObjectCompaction,
  at: string,
): Promise<number> => {
  const compacted = await readCompactedItems(key, compaction)
  const byKey = new Map(compacted.map(item => [`${item.pk} ${item.sk}`, item]))
  const isHeld = (item: Key): boolean => {
    const held = byKey.get(`${item.pk} ${item.sk}`)
    return held !== undefined && isSameItem(item, held)
  }
  const [found, others] = await Promise.all([queryAll<StoredRow>(trailQuery(key)), readKinds(key)])
  const rows = found.filter(row => entryNumberOf(row) <= compaction.n)
  const isLast = (row: Key): boolean => entryNumberOf(row) === compaction.n
  const remove = async ({ item, condition }: KindItem): Promise<boolean> =>
    isHeld(item) &&
    conditionsMet(database.write({ delete: { pk: item.pk, sk: item.sk }, ...(condition && { condition }) }))
  // One after the other: many verifications are done side by side.
  let stays = 0
  for (const each of [...others, ...rows.filter(row => !isLast(row)).map(item => ({ item }))])
    if (!(await remove(each))) stays += 1
  const last = rows.find(isLast)
  if (stays > 0 || (last && !(await remove({ item: last })))) return stays + (last ? 1 : 0)
  await markDeleted(key, compaction, at)
  return 0
}
