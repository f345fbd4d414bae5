import type { Month } from '../../ledger/contract.ts'
import { monthOf } from '../../ledger/line.ts'
import { retentionDays } from '../../table/retention.ts'

const dayMs = 86_400_000

/**
 * A line is written by the function that gives it its time, which runs for 15 minutes at most, whatever the message that
 * woke it has waited for. The days are for the daily check of the month's end, and for people who look at what it found.
 */
export const monthGraceMs = 3 * dayMs

/** Of a month's first object: it has some 4 MB, its lines some 80 MB while they are compared, and its item in the table 15 KB. */
export const objectLines = 100_000

/** @param count months later; may be negative */
const monthsLater = (month: Month, count: number): Month => {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return monthOf(new Date(Date.UTC(year, number - 1 + count)).toISOString())
}

/** The last millisecond of a month is before it. */
export const endOfMonth = (month: Month): number => Date.parse(`${monthsLater(month, 1)}-01T00:00:00.000Z`)

/** The newest month that gets no more lines. */
export const lastClosableMonth = (nowMs: number): Month =>
  monthsLater(monthOf(new Date(nowMs - monthGraceMs).toISOString()), -1)

/** They are looked at every day, so that what failed is repeated. */
const newestMonths = 3
const olderMonths = Math.ceil(retentionDays.ledger / 28) - newestMonths

/** Months to look at on a day: the newest ones, and one of all others, each in its turn. */
export const monthsToClose = (nowMs: number): readonly Month[] => {
  const last = lastClosableMonth(nowMs)
  const older = newestMonths + (Math.floor(nowMs / dayMs) % olderMonths)
  return [0, 1, 2, older].map(back => monthsLater(last, -back))
}
