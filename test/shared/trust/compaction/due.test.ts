import { expect, it } from 'vitest'
import type { Outcome } from '../../../../shared/verification/contract/outcome.ts'
import { findObjectionEnd, isCompactionDay } from '../../../../shared/trust/compaction/due.ts'

const dayMs = 86_400_000
const ended = (outcome: Outcome, updatedAt = '2026-09-01T23:59:59.999Z') => ({ outcome, updatedAt })
const endMs = Date.parse('2026-10-01T23:59:59.999Z')

it('is due when nobody can object any more, whatever the end', () => {
  expect(findObjectionEnd(ended('accepted'), 30)).toBeUndefined()
  for (const outcome of ['verified', 'cancelled', 'expired'] as const)
    expect(findObjectionEnd(ended(outcome), 30)).toBe(Math.floor(endMs / 1000) * 1000)
})

it('is looked at on days that double: none is missed for ever, and most are looked at on few', () => {
  const days = [...Array(366).keys()].filter(day =>
    isCompactionDay(ended('verified'), 30, endMs + day * dayMs),
  )
  expect(days).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256])
  expect(days.some(day => isCompactionDay(ended('accepted'), 30, endMs + day * dayMs))).toBe(false)
})

it('goes by days of the calendar, so that each run of a day looks at the same', () => {
  const first = Date.parse('2026-10-02T00:00:00.000Z')
  const runs = [first - 1, first, first + dayMs - 1, first + dayMs]
  expect(runs.map(nowMs => isCompactionDay(ended('verified'), 30, nowMs))).toEqual([false, true, true, true])
})
