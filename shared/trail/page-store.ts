import { findCompaction } from '../table/compaction-store.ts'
import { database } from '../table/driver.ts'
import { entryNumberOf } from '../table/keys.ts'
import { queryAll } from '../table/paging.ts'
import type { Item } from '../table/port.ts'
import { unlessExpired } from '../table/retention.ts'
import type { VerificationKey } from '../table/tenant.ts'
import type { TrailPage } from './check.ts'
import type { TrailEntry } from './contract.ts'
import { eventsIn, type RecordedEvent, type TrailEventType, trailStart } from './entry.ts'
import { entryIn, queryFrom, readCompactedRows, type StoredRow, withCompacted } from './read-store.ts'

/* Readings make a trail grow, so a response contains one page of it, or its actions alone. */

const readings: readonly TrailEventType[] = ['viewed', 'photoOpened', 'linkOpened', 'exported']

/** Which entries are wanted, by their first event: readings and erasures are entries of one event. */
interface FirstEvent {
  readonly words: readonly TrailEventType[]
  /** Those with these words, or all others. */
  readonly isWanted: boolean
}

const isOf = ({ words, isWanted }: FirstEvent, { events: [first] }: Pick<TrailEntry, 'events'>): boolean =>
  (words as readonly string[]).includes(`${first?.what}`) === isWanted

/** The compaction, which has no event, is always wanted. */
const filterOf = ({ words, isWanted }: FirstEvent) => {
  const values = Object.fromEntries(words.map((word, index) => [`word${index}`, word]))
  const names = Object.keys(values).map(name => `:${name}`)
  const isOne = `#events[0].#what IN (${names})`
  return { when: `attribute_exists(#object) OR ${isWanted ? isOne : `NOT ${isOne}`}`, values }
}

const readFiltered = async (
  key: VerificationKey,
  { after, nowMs }: { readonly after: number; readonly nowMs: number },
  first: FirstEvent,
): Promise<readonly TrailEntry[]> => {
  const from = queryFrom(key, after === 0 ? 0 : after + 1)
  const rows = await withCompacted(key, await queryAll<StoredRow>({ ...from, filter: filterOf(first) }))
  return rows.filter(row => isOf(first, row) && unlessExpired(row, nowMs)).map(entryIn)
}

/** What was done, without who read it, which has no bound. Oldest first. */
export const readActs = async (key: VerificationKey, nowMs: number): Promise<readonly RecordedEvent[]> =>
  eventsIn(await readFiltered(key, { after: 0, nowMs }, { words: readings, isWanted: false }))

/** The entries that say that facts were erased. @param after the end of a page, before which are all that an object holds */
export const readErasures = (
  key: VerificationKey,
  nowMs: number,
  after = 0,
): Promise<readonly TrailEntry[]> =>
  readFiltered(key, { after, nowMs }, { words: ['erased'], isWanted: true })

/** Half a megabyte: a function answers with six at most. */
const pageSize = 1000

interface RowPage {
  readonly rows: readonly StoredRow[]
  readonly next?: Item | undefined
}

/** From the entry of a number on, or from the first. */
const readRows = async (key: VerificationKey, from: number): Promise<RowPage> => {
  const { items, after: next } = await database.query<StoredRow>({
    ...queryFrom(key, from),
    limit: pageSize + 1,
  })
  if (from === 0) return { rows: await withCompacted(key, items), next }
  const compaction = await findCompaction(key)
  if (!compaction || compaction.n < from) return { rows: items, next }
  const compacted = await readCompactedRows(key, compaction)
  const isIn = (row: StoredRow): boolean => entryNumberOf(row) >= from
  return {
    rows: [...compacted.filter(isIn), ...items.filter(row => entryNumberOf(row) > compaction.n)],
    next,
  }
}

/** @param after number of the entry that the page before ended with */
export const readTrailPage = async (key: VerificationKey, nowMs: number, after = 0): Promise<TrailPage> => {
  const page = await readRows(key, after)
  const found = page.rows.filter(row => unlessExpired(row, nowMs)).map(entryIn)
  const [before, rest] =
    after > 0 && found[0]?.n === after
      ? [found[0], found.slice(1)]
      : [{ ...trailStart(key), n: after }, found]
  const entries = rest.slice(0, pageSize)
  const isLast = !page.next && rest.length <= pageSize
  const next = entries.at(-1)?.n
  const lacks = eventsIn(entries).some(({ facts }) => facts === undefined)
  const erasures = lacks && !isLast && next !== undefined ? await readErasures(key, nowMs, next) : []
  return { before, entries, erasures, ...(!isLast && next !== undefined && { next }) }
}
