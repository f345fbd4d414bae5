import { mapConcurrently } from '../aws/concurrency.ts'
import { Fault } from '../aws/errors.ts'
import { deleteCompacted, listCompacted, putCompacted, readCompacted } from '../table/compacted-object.ts'
import {
  type Compaction,
  findAnyCompaction,
  hasObject,
  type ObjectCompaction,
  replaceObject,
  saveCompaction,
} from '../table/compaction-store.ts'
import { database } from '../table/driver.ts'
import { entryNumberOf, trailPartition } from '../table/keys.ts'
import { queryAll } from '../table/paging.ts'
import { conditionsMet, type Key, present, type Update, type Write } from '../table/port.ts'
import { isExpired } from '../table/retention.ts'
import type { VerificationKey } from '../table/tenant.ts'
import type { EntryEvent } from './contract.ts'
import { trailStart } from './entry.ts'
import { queryFrom, type StoredRow } from './read-store.ts'
import { transactionSize, writeWithTrail } from './store.ts'

const withoutFacts = ({ facts: _facts, salt: _salt, ...event }: EntryEvent): EntryEvent => event

const holdsFacts = ({ events }: StoredRow): boolean =>
  events.some(({ facts = {} }) => Object.keys(facts).length > 0)

const emptied = (row: StoredRow): StoredRow => ({ ...row, events: row.events.map(withoutFacts) })

const emptyingOf = ({ pk, sk, events }: StoredRow): Update => ({
  update: { pk, sk },
  set: { events: events.map(withoutFacts) },
  condition: present,
})

/**
 * Stands where a compaction would: who read the facts before they were erased can store them in no object any more.
 * False where there is one.
 */
const forbid = (key: VerificationKey, { expiresAt }: StoredRow, at: string): Promise<boolean> => {
  const { n, digest } = trailStart(key)
  return saveCompaction(key, { n, at, digest, events: [], expiresAt })
}

/** What an object holds; if it is gone, what is left in its place: a table that was restored names one from before an erasure. */
const readObject = async (key: VerificationKey, compaction: ObjectCompaction) => {
  const named = await readCompacted(key, compaction.object)
  if (named) return named
  for (const other of await listCompacted(key)) {
    const items = await readCompacted(key, other)
    if (items) return items
  }
  if (isExpired(compaction, Date.now())) return []
  throw new Fault('An object of compacted items is missing')
}

const rowsIn = async (
  key: VerificationKey,
  compaction: ObjectCompaction | undefined,
): Promise<readonly StoredRow[]> => {
  const items = compaction ? await readObject(key, compaction) : []
  const partition = trailPartition(key, key.verificationId)
  return items.filter(({ pk }) => pk === partition) as readonly Key[] as readonly StoredRow[]
}

interface TrailRows {
  readonly compaction: Compaction | undefined
  /** What the object holds of the trail. */
  readonly compacted: readonly StoredRow[]
  /** What the table holds; the first entries, too, if they are not deleted yet. */
  readonly own: readonly StoredRow[]
}

const readRows = async (key: VerificationKey): Promise<TrailRows> => {
  const own = await queryAll<StoredRow>(queryFrom(key, 1))
  const compaction = await findAnyCompaction(key)
  return { compaction, own, compacted: await rowsIn(key, hasObject(compaction) ? compaction : undefined) }
}

/** Nothing else deletes or changes an entry that no object holds. */
const emptyOwn = async (rows: readonly StoredRow[], compactedUpTo: number): Promise<void> => {
  const [both, own] = [
    rows.filter(row => entryNumberOf(row) <= compactedUpTo),
    rows.filter(row => entryNumberOf(row) > compactedUpTo),
  ]
  await mapConcurrently(both, row => conditionsMet(database.write(emptyingOf(row))))
  for (let start = 0; start < own.length; start += transactionSize) {
    const part = own.slice(start, start + transactionSize).map(emptyingOf)
    await database.write(...(part as readonly Write[] as [Write, ...Write[]]))
  }
}

/**
 * Records the erasure, then removes facts and salts; digests, types and times stay, and the chain stays valid. Returns
 * the number of entries, those that an object holds included; a dry run removes nothing.
 */
export const eraseFacts = async (
  key: VerificationKey,
  { at, isDry }: { readonly at: string; readonly isDry: boolean },
): Promise<number> => {
  const before = await readRows(key)
  const [first] = before.own
  const isLate = !isDry && first && !before.compaction && !(await forbid(key, first, at))
  const { compaction, compacted, own } = isLate ? await readRows(key) : before
  const found = own.filter(holdsFacts)
  const numbers = new Set([...compacted.filter(holdsFacts), ...found].map(entryNumberOf))
  if (isDry || numbers.size === 0) return numbers.size
  await writeWithTrail(key, at, [{ what: 'erased', by: 'operator' }])
  await emptyOwn(found, hasObject(compaction) ? compaction.n : 0)
  return numbers.size
}

/** The new object is named before the old one goes: a reader meets one of both. Repeated, it makes the same one. */
const rewrite = async (key: VerificationKey, compaction: ObjectCompaction): Promise<string> => {
  const rows = await rowsIn(key, compaction)
  const object = await putCompacted(key, rows.map(emptied))
  if (object === undefined) throw new Fault('A stage with compacted items has no data key')
  if (object !== compaction.object) await replaceObject(key, compaction, object)
  return object
}

/** Has a verification's object hold its trail alone, without facts, and deletes what a crash may have left beside it. */
export const eraseCompacted = async (key: VerificationKey): Promise<void> => {
  const compaction = await findAnyCompaction(key)
  const kept = hasObject(compaction) ? await rewrite(key, compaction) : undefined
  for (const object of await listCompacted(key)) if (object !== kept) await deleteCompacted(key, object)
}
