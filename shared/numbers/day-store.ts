import { createHash } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { database } from '../table/driver.ts'
import { queryAll } from '../table/paging.ts'
import { type Condition, conditionsMet, type Key } from '../table/port.ts'
import { expiresAt } from '../table/retention.ts'
import type { Mode } from '../table/tenant.ts'
import { type DayFact, type DayStats, summarise } from './day.ts'
import type { Fact } from './fact.ts'
import { statsKind, statsLineKey, statsLinesQuery, statsSummaryKey } from './kinds.ts'

/*
 * Counters would count twice: the stream may redeliver a change in another batch. So every batch of changes stores one
 * line of facts, named by the digest of its bytes, and a reader of the day counts each fact once. A batch costs one
 * write unit and no condition. A crash leaves no line or an extra one, which changes no number.
 */

/** In UTC: `2026-11-22`. */
export type Day = string

const utcDayOf = (at: string): Day => at.slice(0, 10)
const dayMs = 86_400_000
/** Clocks differ, and a batch may end after midnight. */
const settledMs = 10 * 60_000

export const statsWindowDays = 30

/** In UTC, today last. */
export const lastDays = (count: number, nowMs: number): readonly Day[] =>
  Array.from({ length: count }, (_, n) => utcDayOf(new Date(nowMs - (count - 1 - n) * dayMs).toISOString()))

/** Days that get no more lines. */
export const closedDays = (count: number, nowMs: number): readonly Day[] =>
  lastDays(count + 1, nowMs - settledMs).slice(0, -1)

export const packStats = (value: unknown): Uint8Array => deflateRawSync(JSON.stringify(value), { level: 9 })
export const unpackStats = (bytes: Uint8Array): unknown => JSON.parse(inflateRawSync(bytes).toString('utf8'))

/** Deterministic bytes; a dozen verifications cost one write unit. */
export const packLine = (facts: readonly Fact[]): Uint8Array =>
  packStats(facts.map(({ mode: _, ...fact }) => fact))

export const unpackLine = <One extends Fact>(mode: Mode, line: Uint8Array): readonly One[] =>
  (unpackStats(line) as readonly object[]).map(fact => ({ ...fact, mode }) as One)

interface StoredSummary extends Key {
  /** The lines of a day that goes on, some minutes ago. */
  readonly soFar?: Uint8Array
  /** Number of lines that came after the day. */
  readonly revision?: number
  readonly summary?: Uint8Array
  readonly madeOf?: number
}

const expiryOf = (day: Day): number => expiresAt(`${day}T00:00:00.000Z`, statsKind.days)

/** Far below the 400 KB of an item. */
export const maxFactsPerLine = 500

const saveLine = async (facts: readonly DayFact[], today: Day): Promise<void> => {
  const { mode, at } = facts[0]!
  const day = utcDayOf(at)
  const line = packLine(facts)
  const digest = createHash('sha256').update(line).digest('hex').slice(0, 16)
  const put = { put: { ...statsLineKey(mode, day, digest), line, expiresAt: expiryOf(day) } }
  if (day >= today) return void (await database.write(put))
  // A late line makes the summary of its day stale.
  const set = { expiresAt: expiryOf(day) }
  await database.transact({
    line: put,
    summary: { update: statsSummaryKey(mode, day), set, add: { revision: 1 } },
  })
}

/** Idempotent, also among other facts. */
export const saveDays = async (facts: readonly DayFact[], nowMs: number): Promise<void> => {
  const today = utcDayOf(new Date(nowMs).toISOString())
  const byDay = Map.groupBy(facts, ({ mode, at }) => `${mode} ${utcDayOf(at)}`)
  for (const ofDay of byDay.values())
    for (let start = 0; start < ofDay.length; start += maxFactsPerLine)
      await saveLine(ofDay.slice(start, start + maxFactsPerLine), today)
}

const findSummary = (mode: Mode, day: Day): Promise<StoredSummary | undefined> =>
  database.get<StoredSummary>(statsSummaryKey(mode, day), { consistent: true })

const isCurrent = ({ summary, revision = 0, madeOf }: StoredSummary): boolean =>
  summary !== undefined && madeOf === revision

interface StoredLine {
  readonly line: Uint8Array
}

const linesOf = (mode: Mode, day: Day) => ({ ...statsLinesQuery(mode, day), consistent: true })

const toStats = (mode: Mode, lines: readonly StoredLine[]): DayStats =>
  summarise(lines.flatMap(({ line }) => unpackLine<DayFact>(mode, line)))

const summariseLines = async (mode: Mode, day: Day): Promise<DayStats> =>
  toStats(mode, await queryAll<StoredLine>(linesOf(mode, day)))

/** Of some 1 KB each. */
const mostLines = 100

/**
 * From the summary, or from the lines where it is missing or stale. Of a day with more lines than a page it is the last
 * summary, even of a part of the day: nobody who looks reads all of a day.
 */
export const readDayStats = async (mode: Mode, day: Day): Promise<DayStats> => {
  const stored = await findSummary(mode, day)
  const unpacked = (summary: Uint8Array) => unpackStats(summary) as DayStats
  if (stored && isCurrent(stored)) return unpacked(stored.summary!)
  const last = stored?.summary ?? stored?.soFar
  if (!last) return summariseLines(mode, day)
  const { items, after } = await database.query<StoredLine>({ ...linesOf(mode, day), limit: mostLines })
  return after ? unpacked(last) : toStats(mode, items)
}

const unchanged = (revision: number): Condition =>
  revision === 0
    ? { when: 'attribute_not_exists(#revision)' }
    : { when: '#revision = :revision', values: { revision } }

/** A concurrent late line prevents it until the next run. Returns whether it was saved. */
export const saveDayStats = async (mode: Mode, day: Day): Promise<boolean> => {
  const stored = await findSummary(mode, day)
  if (stored && isCurrent(stored)) return false
  const { revision = 0 } = stored ?? {}
  const summary = packStats(await summariseLines(mode, day))
  return conditionsMet(
    database.write({
      update: statsSummaryKey(mode, day),
      set: { summary, madeOf: revision, expiresAt: expiryOf(day) },
      remove: ['soFar'],
      condition: unchanged(revision),
    }),
  )
}

/** Sums up the days that go on, so far: today, and what of yesterday may still be on its way. */
export const saveDaysSoFar = async (mode: Mode, nowMs: number): Promise<void> => {
  for (const day of lastDays(2, nowMs)) {
    const stored = await findSummary(mode, day)
    if (stored?.summary) continue
    const soFar = packStats(await summariseLines(mode, day))
    await database.write({ update: statsSummaryKey(mode, day), set: { soFar, expiresAt: expiryOf(day) } })
  }
}

export const saveDueDayStats = async (mode: Mode, nowMs: number): Promise<void> => {
  for (const day of closedDays(statsWindowDays, nowMs)) await saveDayStats(mode, day)
}
