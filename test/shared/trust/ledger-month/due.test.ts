import { expect, it } from 'vitest'
import { endOfMonth, lastClosableMonth, monthsToClose } from '../../../../shared/trust/ledger-month/due.ts'

const dayMs = 86_400_000
const at = (time: string): number => Date.parse(`${time}Z`)

it('closes a month three days after its end, over the end of a year, too', () => {
  expect(lastClosableMonth(at('2026-11-03T23:59:59.999'))).toBe('2026-09')
  expect(lastClosableMonth(at('2026-11-04T00:00:00.000'))).toBe('2026-10')
  expect(lastClosableMonth(at('2027-01-04T00:00:00.000'))).toBe('2026-12')
  expect(lastClosableMonth(at('2027-01-03T23:59:59.999'))).toBe('2026-11')
})

it('ends a month where the next one begins', () => {
  expect(new Date(endOfMonth('2026-12')).toISOString()).toBe('2027-01-01T00:00:00.000Z')
  expect(new Date(endOfMonth('2028-02')).toISOString()).toBe('2028-03-01T00:00:00.000Z')
})

it('looks at the newest three each day, and at every other of seven years in its turn', () => {
  const nowMs = at('2026-11-10T02:00:00.000')
  expect(monthsToClose(nowMs).slice(0, 3)).toEqual(['2026-10', '2026-09', '2026-08'])
  const days = [...Array(100).keys()].map(day => monthsToClose(nowMs + day * dayMs)[3]!)
  const seen = new Set([...days, ...monthsToClose(nowMs)])
  const wanted: string[] = []
  for (let year = 2020; year <= 2026; year++)
    for (let number = 1; number <= 12; number++)
      if (year < 2026 || number <= 10) wanted.push(`${year}-${`${number}`.padStart(2, '0')}`)
  expect(wanted.filter(month => !seen.has(month))).toEqual([])
})
