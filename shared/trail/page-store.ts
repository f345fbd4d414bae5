import { database } from '../table/driver.ts'
import { queryAll } from '../table/paging.ts'
import type { Condition, Query } from '../table/port.ts'
import { unlessExpired } from '../table/retention.ts'
import type { VerificationKey } from '../table/tenant.ts'
import type { TrailPage } from './check.ts'
import type { TrailEntry } from './contract.ts'
import { eventsIn, type RecordedEvent, type TrailEventType, trailStart } from './entry.ts'
import { entryIn, queryFrom, type StoredRow } from './read-store.ts'

/* Readings make a trail grow, so a response contains one page of it, or its actions alone. */

const readings: readonly TrailEventType[] = ['viewed', 'photoOpened', 'linkOpened', 'exported']

/** Readings and erasures are entries of one event. */
const firstWhat = '#events[0].#what'

const readFiltered = async (query: Query, nowMs: number, filter: Condition): Promise<readonly TrailEntry[]> =>
  (await queryAll<StoredRow>({ ...query, filter })).filter(row => unlessExpired(row, nowMs)).map(entryIn)

/** What was done, without who read it, which has no bound. Oldest first. */
export const readActs = async (key: VerificationKey, nowMs: number): Promise<readonly RecordedEvent[]> => {
  const values = Object.fromEntries(readings.map((word, index) => [`word${index}`, word]))
  const when = `NOT ${firstWhat} IN (${Object.keys(values).map(name => `:${name}`)})`
  return eventsIn(await readFiltered(queryFrom(key, 1), nowMs, { when, values }))
}

/** The entries that say that facts were erased. @param after the end of a page */
export const readErasures = (
  key: VerificationKey,
  nowMs: number,
  after = 0,
): Promise<readonly TrailEntry[]> =>
  readFiltered(queryFrom(key, after + 1), nowMs, {
    when: `${firstWhat} = :erased`,
    values: { erased: 'erased' },
  })

/** Half a megabyte: a function answers with six at most. */
const pageSize = 1000

/** @param after number of the entry that the page before ended with */
export const readTrailPage = async (key: VerificationKey, nowMs: number, after = 0): Promise<TrailPage> => {
  const page = await database.query<StoredRow>({ ...queryFrom(key, after), limit: pageSize + 1 })
  const found = page.items.filter(row => unlessExpired(row, nowMs)).map(entryIn)
  const [before, rest] =
    after > 0 && found[0]?.n === after
      ? [found[0], found.slice(1)]
      : [{ ...trailStart(key), n: after }, found]
  const entries = rest.slice(0, pageSize)
  const isLast = !page.after && rest.length <= pageSize
  const next = entries.at(-1)?.n
  const lacks = eventsIn(entries).some(({ facts }) => facts === undefined)
  const erasures = lacks && !isLast && next !== undefined ? await readErasures(key, nowMs, next) : []
  return { before, entries, erasures, ...(!isLast && next !== undefined && { next }) }
}
