import { createHash } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { database } from '../table/driver.ts'
import { statsLineKey, statsLinesQuery, statsSummaryKey } from '../table/keys.ts'
import { queryAll } from '../table/paging.ts'
import { type Condition, conditionsMet, type Key } from '../table/port.ts'
import { expiresAt, retentionDays } from '../table/retention.ts'
import type { Mode } from '../table/tenant.ts'
import type { StatsEntry } from './entry.ts'
import { type DayStats, summarise } from './summary.ts'

/*
 * Counters would have to know what they have counted: a stream brings some changes twice, in other company the second
 * time. So every batch of changes leaves one line of entries, named by the digest of its bytes, and a reader of the day
 * counts each entry once. It costs one write unit a batch and no condition. A crash leaves no line or one too many, which
 * changes no number.
 */

/** A day in UTC, `2026-11-22`. */
export type Day = string

const utcDayOf = (at: string): Day => at.slice(0, 10)
const dayMs = 86_400_000
/** Clocks differ, and a batch that began before midnight may end after it. */
const settledMs = 10 * 60_000

/** Number of days back for which statistics are shown. */
export const statsWindowDays = 30

/** The last days in UTC, today last. */
export const lastDays = (count: number, nowMs: number): readonly Day[] =>
  Array.from({ length: count }, (_, n) => utcDayOf(new Date(nowMs - (count - 1 - n) * dayMs).toISOString()))

/** The last days for which no more lines are on their way. */
export const closedDays = (count: number, nowMs: number): readonly Day[] =>
  lastDays(count + 1, nowMs - settledMs).slice(0, -1)

const pack = (value: unknown): Uint8Array => deflateRawSync(JSON.stringify(value), { level: 9 })
const unpack = (bytes: Uint8Array): unknown => JSON.parse(inflateRawSync(bytes).toString('utf8'))

/** Packs entries of one mode: those of a dozen verifications cost one write unit. The same entries give the same bytes. */
export const packStatsLine = (entries: readonly StatsEntry[]): Uint8Array =>
  pack(entries.map(({ mode: _, ...entry }) => entry))

export const unpackStatsLine = (mode: Mode, line: Uint8Array): readonly StatsEntry[] =>
  (unpack(line) as readonly object[]).map(entry => ({ ...entry, mode }) as StatsEntry)

interface StoredSummary extends Key {
  /** Number of lines that came after the day was over. */
  readonly revision?: number
  /** The packed summary, and the revision that it was made of. */
  readonly summary?: Uint8Array
  readonly madeOf?: number
}

const expiryOf = (day: Day): number => expiresAt(`${day}T00:00:00.000Z`, retentionDays.tally)

/** Keeps a line far below 400 KB, the limit of an item. */
const maxEntriesPerLine = 500

const saveLine = async (entries: readonly StatsEntry[], today: Day): Promise<void> => {
  const { mode, at } = entries[0]!
  const day = utcDayOf(at)
  const line = packStatsLine(entries)
  const digest = createHash('sha256').update(line).digest('hex').slice(0, 16)
  const put = { put: { ...statsLineKey(mode, day, digest), line, expiresAt: expiryOf(day) } }
  if (day >= today) return void (await database.write(put))
  // A day that is over may have its summary, which a late line makes out of date.
  const set = { expiresAt: expiryOf(day) }
  await database.write(put, { update: statsSummaryKey(mode, day), set, add: { revision: 1 } })
}

/** Saves what happened, by day and mode. Saving it again, alone or among other entries, changes no number. */
export const saveStats = async (entries: readonly StatsEntry[], nowMs: number): Promise<void> => {
  const today = utcDayOf(new Date(nowMs).toISOString())
  const byDay = Map.groupBy(entries, ({ mode, at }) => `${mode} ${utcDayOf(at)}`)
  for (const ofDay of byDay.values())
    for (let start = 0; start < ofDay.length; start += maxEntriesPerLine)
      await saveLine(ofDay.slice(start, start + maxEntriesPerLine), today)
}

const findSummary = (mode: Mode, day: Day): Promise<StoredSummary | undefined> =>
  database.get<StoredSummary>(statsSummaryKey(mode, day), { consistent: true })

const isCurrent = ({ summary, revision = 0, madeOf }: StoredSummary): boolean =>
  summary !== undefined && madeOf === revision

const summariseLines = async (mode: Mode, day: Day): Promise<DayStats> => {
  const lines = await queryAll<{ line: Uint8Array }>({ ...statsLinesQuery(mode, day), consistent: true })
  return summarise(lines.flatMap(({ line }) => unpackStatsLine(mode, line)))
}

/** Reads the statistics of a day from its summary, or from its lines where that is missing or out of date. */
export const readDayStats = async (mode: Mode, day: Day): Promise<DayStats> => {
  const stored = await findSummary(mode, day)
  return stored && isCurrent(stored) ? (unpack(stored.summary!) as DayStats) : summariseLines(mode, day)
}

const unchanged = (revision: number): Condition =>
  revision === 0
    ? { when: 'attribute_not_exists(#revision)' }
    : { when: '#revision = :revision', values: { revision } }

/**
 * Saves the summary of a day that is over, unless it has one. A line that comes meanwhile prevents it, until the next
 * run. Answers whether it was saved now.
 */
export const saveDayStats = async (mode: Mode, day: Day): Promise<boolean> => {
  const stored = await findSummary(mode, day)
  if (stored && isCurrent(stored)) return false
  const { revision = 0 } = stored ?? {}
  const summary = pack(await summariseLines(mode, day))
  return conditionsMet(
    database.write({
      update: statsSummaryKey(mode, day),
      set: { summary, madeOf: revision, expiresAt: expiryOf(day) },
      condition: unchanged(revision),
    }),
  )
}

/** Saves the summaries of the last month that are missing or out of date. */
export const saveDueDayStats = async (mode: Mode, nowMs: number): Promise<void> => {
  for (const day of closedDays(statsWindowDays, nowMs)) await saveDayStats(mode, day)
}
