import { expect, it } from 'vitest'
import { endOfMonth, lastSealableMonth, monthsBetween } from '../../../../shared/ledger/seal/due.ts'

const at = (time: string): number => Date.parse(`${time}Z`)

it('seals a month three days after its end, over the end of a year, too', () => {
  expect(lastSealableMonth(at('2026-11-03T23:59:59.999'))).toBe('2026-09')
  expect(lastSealableMonth(at('2026-11-04T00:00:00.000'))).toBe('2026-10')
  expect(lastSealableMonth(at('2027-01-04T00:00:00.000'))).toBe('2026-12')
  expect(lastSealableMonth(at('2027-01-03T23:59:59.999'))).toBe('2026-11')
})

it('ends a month where the next one begins', () => {
  expect(new Date(endOfMonth('2026-12')).toISOString()).toBe('2027-01-01T00:00:00.000Z')
  expect(new Date(endOfMonth('2028-02')).toISOString()).toBe('2028-03-01T00:00:00.000Z')
})

it('lists months from one to another, and none backwards', () => {
  expect(monthsBetween('2026-11', '2027-02')).toEqual(['2026-11', '2026-12', '2027-01', '2027-02'])
  expect(monthsBetween('2026-11', '2026-11')).toEqual(['2026-11'])
  expect(monthsBetween('2026-11', '2026-10')).toEqual([])
})
