import type { Month } from '../contract.ts'
import { monthOf } from '../line.ts'

const dayMs = 86_400_000

/**
 * No line can come any more: its month is by its time, and the function that gives it that time writes it, which runs for
 * 15 minutes at most, whatever the message that woke it has waited for. The days are for the check of the month's last
 * day, and for people who look at what it found.
 */
export const monthGraceMs = 3 * dayMs

/** @param count months later; may be negative */
export const monthsLater = (month: Month, count: number): Month => {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return monthOf(new Date(Date.UTC(year, number - 1 + count)).toISOString())
}

/** The last millisecond of a month is before it. */
export const endOfMonth = (month: Month): number => Date.parse(`${monthsLater(month, 1)}-01T00:00:00.000Z`)

/** The newest month that gets no more lines. */
export const lastSealableMonth = (nowMs: number): Month =>
  monthsLater(monthOf(new Date(nowMs - monthGraceMs).toISOString()), -1)

/** Both included. */
export const monthsBetween = (from: Month, to: Month): readonly Month[] => {
  const found: Month[] = []
  for (let month = from; month <= to; month = monthsLater(month, 1)) found.push(month)
  return found
}
