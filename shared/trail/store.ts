import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { BusyError, Fault } from '../aws/errors.ts'
import { again, randomBackoff, retry } from '../aws/retry.ts'
import { database } from '../table/driver.ts'
import {
  absent,
  ConditionFailedError,
  failureOf,
  type Item,
  type Key,
  listWrites,
  type NamedWrites,
  type Written,
} from '../table/port.ts'
import { expiresAt } from '../table/retention.ts'
import type { VerificationKey } from '../table/tenant.ts'
import type { TrailEntry } from './contract.ts'
import { nextEntry, type TrailEvent, trailStart } from './entry.ts'
import { hourAt } from './hour.ts'
import { entryNumberOf, logStartIndex, trailKey, trailKind, trailPartition } from './kinds.ts'

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html */
export const transactionSize = 100

/** Each that fails means that another append succeeded. */
const appends = { times: 50, pauseMs: randomBackoff(5, 200) }

/** All entries expire with the first, so that a trail is deleted as a whole. */
export interface StoredEntry extends TrailEntry {
  readonly expiresAt: number
  /** Of the log: the hour in UTC in which it was written, `2026-11-22T09`. */
  readonly logHour?: string
}

const partitionOf = (key: VerificationKey): string => trailPartition(key, key.verificationId)
const keyOf = (key: VerificationKey, n: number): Key => trailKey(key, key.verificationId, n)

/** The number is the key's, so that an altered trail can be continued. */
const numbered = (stored: StoredEntry & Key): StoredEntry => ({
  ...stored,
  n: entryNumberOf(stored),
})

const findLast = async (key: VerificationKey): Promise<StoredEntry | undefined> => {
  const newest = { partition: partitionOf(key), newestFirst: true, limit: 1, consistent: true }
  const [last] = (await database.query<StoredEntry & Key>(newest)).items
  return last && numbered(last)
}

const entryFor = (
  key: VerificationKey,
  last: StoredEntry | undefined,
  { at, events }: { readonly at: string; readonly events: readonly TrailEvent[] },
): StoredEntry => {
  const expiry = last?.expiresAt ?? expiresAt(at, trailKind.days)
  // The clock of this moment, not `at`, which callers choose: an hour's log is closed soon after it.
  const hour = hourAt(Date.now())
  const entry = nextEntry(last ?? trailStart(key), at, events, () => randomBytes(16).toString('hex'))
  // The condition on its number makes sure that it follows this last entry, so that every run of an hour has a start.
  const isStart = last?.logHour !== hour
  return {
    ...entry,
    expiresAt: expiry,
    logHour: hour,
    ...(isStart && logStartIndex(hour, { ...key, n: entry.n })),
  }
}

type TrailedWrites<Name extends string> = NamedWrites<Name> & { readonly entry?: never }

/** False if another entry has its number. Our own may be there after a lost response: salts make every entry's digest unique. @throws ConditionFailedError */
const append = async (key: VerificationKey, entry: StoredEntry, writes: NamedWrites): Promise<boolean> => {
  const put = { put: { ...keyOf(key, entry.n), ...entry }, condition: absent }
  const failure = await failureOf(database.transact({ ...writes, entry: put }))
  if (!failure) return true
  const { entry: standing, ...items } = failure.items
  if (standing?.digest === entry.digest) return true
  const failed = new Set(failure.failed)
  failed.delete('entry')
  if (failed.size > 0) throw new ConditionFailedError({ failed, items })
  return false
}

/** Tries anew whenever somebody else appended first. @throws BusyError */
const untilAppended = (attempt: () => Promise<boolean>): Promise<true> =>
  retry(
    appends,
    async () => (await attempt()) || again(),
    () => new BusyError('Too many appended to one trail'),
  )

/** Writes and appends in one transaction, and retries after a concurrent append. Not idempotent: a retried call appends the events twice. Guard it with conditions on `writes`. */
export const writeWithTrail = async <Name extends string = never>(
  key: VerificationKey,
  at: string,
  events: readonly TrailEvent[],
  writes?: TrailedWrites<Name>,
): Promise<Written<Name>> => {
  const beside: NamedWrites = writes ?? {}
  if (events.length === 0) throw new Fault('A write with a trail says what happened')
  if (listWrites(beside).length >= transactionSize) throw new Fault('Too much for one transaction')
  await untilAppended(async () => append(key, entryFor(key, await findLast(key), { at, events }), beside))
  return {}
}

/** Of an altered entry, too. */
const hourIn = ({ at }: StoredEntry): string => `${at}`.slice(0, 13)

/** Newest first; written, or said to be, in this hour or later. */
const entriesSince = async (key: VerificationKey, hour: string): Promise<readonly StoredEntry[]> => {
  const isOlder = (entry: StoredEntry) => hourIn(entry) < hour && (entry.logHour ?? '') < hour
  const found: (StoredEntry & Key)[] = []
  let after: Item | undefined
  do {
    const newest = { partition: partitionOf(key), newestFirst: true, limit: 25, consistent: true, after }
    const page = await database.query<StoredEntry & Key>(newest)
    found.push(...page.items)
    after = page.items.some(isOlder) ? undefined : page.after
  } while (after)
  return found.map(numbered)
}

/**
 * Appends an event unless the hour has it: once for each, whatever happens at once, since whoever comes second meets
 * the first one's entry, and looks again. Idempotent.
 */
export const appendOnceAnHour = async (
  key: VerificationKey,
  at: string,
  event: TrailEvent,
): Promise<void> => {
  const hour = hourAt(Date.parse(at))
  const isSame = (entry: StoredEntry): boolean =>
    hourIn(entry) === hour &&
    entry.events.some(
      ({ what, by, facts }) =>
        what === event.what && by === event.by && isDeepStrictEqual({ ...facts }, { ...event.facts }),
    )
  await untilAppended(async () => {
    const since = await entriesSince(key, hour)
    return since.some(isSame) || append(key, entryFor(key, since[0], { at, events: [event] }), {})
  })
}
