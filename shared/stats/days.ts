import { type Day, utcDayOf } from './line.ts'

const dayMs = 86_400_000
/** Clocks differ, and a batch that began before midnight may end after it. */
const settledMs = 10 * 60_000

/** The last so many days in UTC, today the last. */
export const lastDays = (count: number, nowMs: number): readonly Day[] =>
  Array.from({ length: count }, (_, n) => utcDayOf(new Date(nowMs - (count - 1 - n) * dayMs).toISOString()))

/** The days of the last month that are over for good, so that their sums can be kept. */
export const closedDays = (count: number, nowMs: number): readonly Day[] =>
  lastDays(count + 1, nowMs - settledMs).slice(0, -1)
