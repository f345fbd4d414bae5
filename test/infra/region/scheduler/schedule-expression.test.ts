import { expect, test } from 'vitest'
import { readSchedule } from '../../../../infra/region/scheduler/schedule-expression.ts'

const isDue = (expression: string, time: string, timeZone?: string): boolean => {
  const schedule = readSchedule(expression, timeZone)
  return schedule?.kind === 'cron' && schedule.isDue(new Date(time))
}

test.each([
  ['cron(0 2 * * ? *)', '2026-11-20T02:00:00Z', true],
  ['cron(0 2 * * ? *)', '2026-11-20T02:01:00Z', false],
  ['cron(*/15 * * * ? *)', '2026-11-20T10:45:00Z', true],
  ['cron(0/15 9-17 ? * MON-FRI *)', '2026-11-20T17:30:00Z', true],
  ['cron(0/15 9-17 ? * MON-FRI *)', '2026-11-21T17:30:00Z', false],
  ['cron(0 0 1 JAN ? 2027)', '2027-01-01T00:00:00Z', true],
  ['cron(0 0 L * ? *)', '2026-11-30T00:00:00Z', true],
  ['cron(0 0 ? * 1 *)', '2026-11-22T00:00:00Z', true],
  ['at(2026-11-20T10:00:00)', '2026-11-20T10:00:00Z', true],
])('%s at %s: %s', (expression, time, expected) => {
  expect(isDue(expression, time)).toBe(expected)
})

test('a time zone moves it', () => {
  expect(isDue('cron(0 2 * * ? *)', '2026-11-20T01:00:00Z', 'Africa/Lagos')).toBe(true)
})

test('a rate is a period, and nonsense is nothing', () => {
  expect(readSchedule('rate(5 minutes)')).toEqual({ kind: 'rate', milliseconds: 300_000 })
  expect(readSchedule('rate(1 day)')).toEqual({ kind: 'rate', milliseconds: 86_400_000 })
  expect(readSchedule('sometimes')).toBeUndefined()
})
