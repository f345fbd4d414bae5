import { Fault } from '../aws/errors.ts'
import { readCompacted } from './compacted-object.ts'
import { database } from './driver.ts'
import { compactionKey } from './keys.ts'
import { queryAll } from './paging.ts'
import { absent, conditionsMet, type Key, type Query } from './port.ts'
import { isExpired } from './retention.ts'
import type { VerificationKey } from './tenant.ts'

/**
 * Stands in a trail before its first entry. With an object, for its first entries, which are there, as other items of
 * the verification are: whoever appends goes on from the last of them. Without one it is of an erasure that came before,
 * and keeps an object from ever being made.
 */
export interface Compaction {
  /** Number, time, hour of the log and digest of the last entry that the object holds. */
  readonly n: number
  readonly at: string
  readonly logHour?: string
  readonly digest: string
  readonly events: readonly []
  /** Of each entry that the object holds, 32 bytes each. */
  readonly digests?: Uint8Array
  /** The object's digest, which is its name. */
  readonly object?: string
  /** When the object was named here, by the clock of the function that did. */
  readonly compactedAt?: string
  /** When nothing was left in the table of what the object holds. */
  readonly deletedAt?: string
  readonly expiresAt: number
}

export type ObjectCompaction = Compaction & Required<Pick<Compaction, 'object' | 'digests' | 'compactedAt'>>

export const hasObject = <Found extends Compaction>(
  found: Found | undefined,
): found is Found & ObjectCompaction => found?.object !== undefined

const keyOf = (key: VerificationKey): Key => compactionKey(key, key.verificationId)

/** Of an erasure, too. */
export const findAnyCompaction = (key: VerificationKey): Promise<Compaction | undefined> =>
  database.get<Compaction>(keyOf(key), { consistent: true })

export const findCompaction = async (key: VerificationKey): Promise<ObjectCompaction | undefined> => {
  const found = await findAnyCompaction(key)
  return hasObject(found) ? found : undefined
}

/** By partition of the trail. */
export const findCompactions = async (
  keys: readonly VerificationKey[],
): Promise<ReadonlyMap<string, Compaction>> => {
  const found = await database.getMany<Compaction & Key>(keys.map(keyOf))
  return new Map(found.map(each => [each.pk, each]))
}

/** False where there is one: the first stays. */
export const saveCompaction = (key: VerificationKey, compaction: Compaction): Promise<boolean> =>
  conditionsMet(database.write({ put: { ...compaction, ...keyOf(key) }, condition: absent }))

const isNamed = ({ object }: ObjectCompaction) => ({ when: '#object = :before', values: { before: object } })

/** Says that nothing is left in the table of what the object holds, unless an erasure names another by now. */
export const markDeleted = async (
  key: VerificationKey,
  compaction: ObjectCompaction,
  deletedAt: string,
): Promise<void> => {
  const put = { ...compaction, ...keyOf(key), deletedAt }
  await conditionsMet(database.write({ put, condition: isNamed(compaction) }))
}

/** Names another object in place of one. False where another is named by now. */
export const replaceObject = (
  key: VerificationKey,
  compaction: ObjectCompaction,
  object: string,
): Promise<boolean> =>
  conditionsMet(database.write({ update: keyOf(key), set: { object }, condition: isNamed(compaction) }))

/** An erasure names another object before it deletes one: more rounds only while several erase at once. */
const rounds = 3

/** What a compaction's object holds: nothing after its retention, when the bucket deletes it. @throws Fault where it is gone before */
export const readCompactedItems = async (
  key: VerificationKey,
  compaction: ObjectCompaction | undefined,
): Promise<readonly Key[]> => {
  let named = compaction
  for (let round = 0; named && round < rounds; round++) {
    const items = await readCompacted(key, named.object)
    if (items) return items
    named = await findCompaction(key)
  }
  if (named && !isExpired(named, Date.now())) throw new Fault('An object of compacted items is missing')
  return []
}

const isWithin = ({ partition, from = '', to = '~' }: Query, { pk, sk }: Key): boolean =>
  pk === partition && from <= sk && sk <= to

/**
 * All items of a query of one verification's, also of those that an object holds. An item in the table comes before the
 * same one in the object: it is deleted long after the object was named, so that whoever reads both at once misses none.
 */
export const queryWithCompacted = async <Row>(
  key: VerificationKey,
  query: Query,
): Promise<readonly Row[]> => {
  const [items, compacted] = await Promise.all([
    queryAll<Key>(query),
    findCompaction(key).then(found => readCompactedItems(key, found)),
  ])
  const bySortKey = new Map(
    [...compacted.filter(item => isWithin(query, item)), ...items].map(item => [item.sk, item]),
  )
  const sorted = [...bySortKey.values()].toSorted((one, other) => (one.sk < other.sk ? -1 : 1))
  return sorted as readonly object[] as readonly Row[]
}

/** An item, also one that an object holds. */
export const getWithCompacted = async <Row>(key: VerificationKey, item: Key): Promise<Row | undefined> => {
  const { pk: partition, sk } = item
  const found = await database.get<Row>(item, { consistent: true })
  if (found) return found
  const compacted = await readCompactedItems(key, await findCompaction(key))
  return compacted.find(each => isWithin({ partition, from: sk, to: sk }, each)) as Row | undefined
}
