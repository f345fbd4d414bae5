import { database } from '../table/driver.ts'
import { omitKeyAttributes } from '../table/kind.ts'
import { forEachPage, queryAll } from '../table/paging.ts'
import type { Item, Key, Query } from '../table/port.ts'
import { unlessExpired } from '../table/retention.ts'
import type { LogLeaf, VerificationKey } from '../table/tenant.ts'
import type { EntryEvent, TrailEntry } from './contract.ts'
import { entryNumberOf, trailKey, trailPartition } from './kinds.ts'
import type { StoredEntry } from './store.ts'

export type StoredRow = StoredEntry & Key

const keyOf = (key: VerificationKey, n: number): Key => trailKey(key, key.verificationId, n)

export const entryIn = (stored: StoredRow): TrailEntry => {
  const { expiresAt: _expiresAt, logHour: _logHour, ...entry } = omitKeyAttributes(stored)
  return entry
}

export const queryFrom = (key: VerificationKey, n: number): Query => {
  const { pk: partition, sk: from } = keyOf(key, n)
  return { partition, from, consistent: true }
}

/** Reads a trail page by page, oldest entry first. */
export const forEachEvent = (key: VerificationKey, work: (event: EntryEvent) => unknown): Promise<void> =>
  forEachPage<StoredRow, Item>(
    after => database.query<StoredRow>({ ...queryFrom(key, 1), after }),
    rows => {
      for (const row of rows) row.events.forEach(work)
    },
  )

/** Oldest entry first; empty after its retention. */
export const readTrail = async (
  key: VerificationKey,
  nowMs: number = Date.now(),
): Promise<readonly TrailEntry[]> =>
  (await queryAll<StoredRow>(queryFrom(key, 1))).filter(entry => unlessExpired(entry, nowMs)).map(entryIn)

type EntryKey = VerificationKey & Pick<LogLeaf, 'n'>

/** Key of an entry in the map that `readEntriesByRef` returns. */
export const entryRefKey = (entryRef: EntryKey): string =>
  `${trailPartition(entryRef, entryRef.verificationId)} ${entryRef.n}`

export const readEntriesByRef = async (
  entryRefs: readonly EntryKey[],
): Promise<ReadonlyMap<string, TrailEntry>> => {
  const found = await database.getMany<StoredRow>(entryRefs.map(entryRef => keyOf(entryRef, entryRef.n)))
  return new Map(found.map(stored => [`${stored.pk} ${entryNumberOf(stored)}`, entryIn(stored)]))
}

/** Undefined where there is no such entry, or it is older than the log. */
export const findLogHour = async (key: VerificationKey, n: number): Promise<string | undefined> => {
  const stored = await database.get<StoredEntry>(keyOf(key, n), { consistent: true })
  return stored?.logHour
}

/** The entries from a number on that were written in an hour, oldest first, until one of another hour. */
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
