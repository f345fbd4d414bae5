import { createHash } from 'node:crypto'
import { database } from '../table/driver.ts'
import { statsLineKey, statsLinesQuery, statsSummaryKey } from '../table/keys.ts'
import { queryAll } from '../table/paging.ts'
import { type Condition, conditionsMet, type Key, type Put, type Write } from '../table/port.ts'
import { expiresAt, retentionDays } from '../table/retention.ts'
import type { Mode } from '../table/tenant.ts'
import { closedDays } from './days.ts'
import type { StatsEntry } from './entry.ts'
import { type Day, utcDayOf, unpackStatsLine, packed, packStatsLine } from './line.ts'
import { type DayStats, summarise } from './summary.ts'

/*
 * Counters would have to know what they have counted: a stream brings some changes twice, in other company the second
 * time. So nothing is counted when it happens. Every batch of changes leaves one line of what happened, named by the
 * digest of its bytes; who reads a day takes each happening once. It costs a write unit a batch and no condition, and a
 * crash anywhere leaves either no line or one too many, which changes no number.
 */

interface StoredSummary extends Key {
  /** How often something was told of a day that was over. */
  readonly revision?: number
  /** The summary, and the revision that it was made of. */
  readonly summary?: Uint8Array
  readonly madeOf?: number
}

const expiryOf = (day: Day): number => expiresAt(`${day}T00:00:00.000Z`, retentionDays.tally)

const lineOf = (mode: Mode, day: Day, entries: readonly StatsEntry[]): Put => {
  const line = packStatsLine(entries)
  const digest = createHash('sha256').update(line).digest('hex').slice(0, 16)
  return { put: { ...statsLineKey(mode, day, digest), line, expiresAt: expiryOf(day) } }
}

/** A day that is over may have its summary, which a line that comes late makes out of date. */
const withRevision = (mode: Mode, day: Day): Write => ({
  update: statsSummaryKey(mode, day),
  set: { expiresAt: expiryOf(day) },
  add: { revision: 1 },
})

/** So many entries stay below what an item may weigh, 400 KB, many times over. */
const longestLine = 500

const chunks = <Row>(rows: readonly Row[], size: number): readonly (readonly Row[])[] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, n) => rows.slice(n * size, (n + 1) * size))

/** Keeps what happened, each day and mode by itself. Once more, alone or among others, changes no number. */
export const saveStats = async (entries: readonly StatsEntry[], nowMs: number): Promise<void> => {
  const today = utcDayOf(new Date(nowMs).toISOString())
  const byDay = Map.groupBy(entries, ({ mode, at }) => `${mode} ${utcDayOf(at)}`)
  const lines = [...byDay.values()].flatMap(ofDay => chunks(ofDay, longestLine))
  await Promise.all(
    lines.map(line => {
      const { mode, at } = line[0]!
      const put = lineOf(mode, utcDayOf(at), line)
      return utcDayOf(at) < today
        ? database.write(put, withRevision(mode, utcDayOf(at)))
        : database.write(put)
    }),
  )
}

const findStored = async (mode: Mode, day: Day): Promise<StoredSummary | undefined> =>
  database.get<StoredSummary>(statsSummaryKey(mode, day), { consistent: true })

const isCurrent = ({ summary, revision = 0, madeOf }: StoredSummary): boolean =>
  summary !== undefined && madeOf === revision

const fromLines = async (mode: Mode, day: Day): Promise<DayStats> => {
  const lines = await queryAll<{ line: Uint8Array }>({ ...statsLinesQuery(mode, day), consistent: true })
  return summarise(lines.flatMap(({ line }) => unpackStatsLine(mode, day, line)))
}

/** What happened on a day: from its summary, or, while there is none or it is out of date, from its lines. */
export const readDayStats = async (mode: Mode, day: Day): Promise<DayStats> => {
  const stored = await findStored(mode, day)
  return stored && isCurrent(stored) ? (packed.unpack(stored.summary!) as DayStats) : fromLines(mode, day)
}

/** Nothing was told since it was read. */
const unchanged = (revision: number): Condition =>
  revision === 0
    ? { when: 'attribute_not_exists(#revision)' }
    : { when: '#revision = :revision', values: { revision } }

/**
 * Makes the summary of a day that is over, unless it has one. What is told of it meanwhile leaves the day as it was, for
 * the next time. Answers whether it was made now.
 */
export const saveDayStats = async (mode: Mode, day: Day): Promise<boolean> => {
  const stored = await findStored(mode, day)
  if (stored && isCurrent(stored)) return false
  const { revision = 0 } = stored ?? {}
  const summary = packed.pack(await fromLines(mode, day))
  return conditionsMet(
    database.write({
      update: statsSummaryKey(mode, day),
      set: { summary, madeOf: revision, expiresAt: expiryOf(day) },
      condition: unchanged(revision),
    }),
  )
}

/** For so many days back numbers are shown. */
export const statsWindowDays = 30

/** Makes the summaries of the last month that are missing or out of date: of most days once. */
export const saveDueDayStats = async (mode: Mode, nowMs: number): Promise<void> => {
  for (const day of closedDays(statsWindowDays, nowMs)) await saveDayStats(mode, day)
}
