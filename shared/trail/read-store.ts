import {
  type Compaction,
  findCompaction,
  findCompactions,
  hasObject,
  type ObjectCompaction,
  readCompactedItems,
} from '../table/compaction-store.ts'
import { database } from '../table/driver.ts'
import { entryNumberOf, omitKeyAttributes, trailKey, trailPartition } from '../table/keys.ts'
import { queryAll } from '../table/paging.ts'
import type { Item, Key, Query } from '../table/port.ts'
import { unlessExpired } from '../table/retention.ts'
import type { LogLeaf, VerificationKey } from '../table/tenant.ts'
import type { TrailEntry } from './contract.ts'
import type { StoredEntry } from './store.ts'

/* The first entries of a trail may be in an object: everybody reads a trail through these. */

export type StoredRow = StoredEntry & Key

const keyOf = (key: VerificationKey, n: number): Key => trailKey(key, key.verificationId, n)

export const entryIn = (stored: StoredRow): TrailEntry => {
  const { expiresAt: _expiresAt, logHour: _logHour, ...entry } = omitKeyAttributes(stored)
  return entry
}

/** From the first entry on, the compaction stands before it. */
export const queryFrom = (key: VerificationKey, n: number): Query => {
  const { pk: partition, sk: from } = keyOf(key, n)
  return { partition, from, consistent: true }
}

/** The entries of a trail that an object holds. */
export const readCompactedRows = async (
  key: VerificationKey,
  compaction: ObjectCompaction | undefined,
): Promise<readonly StoredRow[]> => {
  const partition = trailPartition(key, key.verificationId)
  const items = await readCompactedItems(key, compaction)
  return items.filter(({ pk }) => pk === partition) as readonly Key[] as readonly StoredRow[]
}

/**
 * What a query from the compaction on has found, with the entries that the object holds in its place. They may be in the
 * table, too, until they are deleted there.
 */
export const withCompacted = async (
  key: VerificationKey,
  found: readonly StoredRow[],
): Promise<readonly StoredRow[]> => {
  const [first] = found
  if (first === undefined || entryNumberOf(first) > 0) return found
  const compaction = first as Key as Key & Compaction
  if (!hasObject(compaction)) return found.slice(1)
  const rows = await readCompactedRows(key, compaction)
  return [...rows, ...found.filter(row => entryNumberOf(row) > compaction.n)]
}

const readAllRows = async (key: VerificationKey): Promise<readonly StoredRow[]> =>
  withCompacted(key, await queryAll<StoredRow>(queryFrom(key, 0)))

/** Oldest entry first; empty after its retention. */
export const readTrail = async (
  key: VerificationKey,
  nowMs: number = Date.now(),
): Promise<readonly TrailEntry[]> =>
  (await readAllRows(key)).filter(entry => unlessExpired(entry, nowMs)).map(entryIn)

type EntryKey = VerificationKey & Pick<LogLeaf, 'n'>

/** Key of an entry in the map that `readEntriesByRef` returns. */
export const entryRefKey = (entryRef: EntryKey): string =>
  `${trailPartition(entryRef, entryRef.verificationId)} ${entryRef.n}`

/** Those that are in the table. */
export const readEntriesByRef = async (
  entryRefs: readonly EntryKey[],
): Promise<ReadonlyMap<string, TrailEntry>> => {
  const found = await database.getMany<StoredRow>(entryRefs.map(entryRef => keyOf(entryRef, entryRef.n)))
  return new Map(found.map(stored => [`${stored.pk} ${entryNumberOf(stored)}`, entryIn(stored)]))
}

const digestBytes = 32

/** Of each of these that an object holds, its digest as the table has it. Keys are those of `readEntriesByRef`. */
export const findCompactedDigests = async (
  entryRefs: readonly EntryKey[],
): Promise<ReadonlyMap<string, string>> => {
  const trails = new Map(entryRefs.map(each => [trailPartition(each, each.verificationId), each]))
  const compactions = await findCompactions([...trails.values()])
  return new Map(
    entryRefs.flatMap(entryRef => {
      const { digests } = compactions.get(trailPartition(entryRef, entryRef.verificationId)) ?? {}
      const end = entryRef.n * digestBytes
      if (!digests || digests.length < end) return []
      const digest = Buffer.from(digests.subarray(end - digestBytes, end)).toString('hex')
      return [[entryRefKey(entryRef), digest]]
    }),
  )
}

/** The entries of a trail that an object holds, by number; undefined where it is gone or does not open. */
export const readCompactedEntries = async (
  key: VerificationKey,
): Promise<ReadonlyMap<number, TrailEntry> | undefined> => {
  try {
    const rows = await readCompactedRows(key, await findCompaction(key))
    return new Map(rows.map(row => [entryNumberOf(row), entryIn(row)]))
  } catch {
    return undefined
  }
}

/** Undefined where there is no such entry, or it is older than the log. */
export const findLogHour = async (key: VerificationKey, n: number): Promise<string | undefined> => {
  const stored = await database.get<StoredEntry>(keyOf(key, n), { consistent: true })
  if (stored) return stored.logHour
  const rows = await readCompactedRows(key, await findCompaction(key))
  return rows.find(row => entryNumberOf(row) === n)?.logHour
}

/**
 * The entries from a number on that were written in an hour, oldest first, until one of another hour. None is compacted
 * before its hour is closed.
 */
export const readLogRun = async (
  key: VerificationKey,
  n: number,
  hour: string,
): Promise<readonly Omit<LogLeaf, keyof VerificationKey>[]> => {
  const { pk: partition, sk: from } = keyOf(key, n)
  const found: StoredRow[] = []
  let after: Item | undefined
  do {
    const query = { partition, from, limit: 25, consistent: true, after }
    const page = await database.query<StoredRow>(query)
    const end = page.items.findIndex(({ logHour }) => logHour !== hour)
    found.push(...(end < 0 ? page.items : page.items.slice(0, end)))
    after = end < 0 ? page.after : undefined
  } while (after)
  return found.map(entry => ({
    n: entryNumberOf(entry),
    digest: entry.digest,
    expiresAt: entry.expiresAt,
  }))
}
