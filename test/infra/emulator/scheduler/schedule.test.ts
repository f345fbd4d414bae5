import { expect, test } from 'vitest'
import { readRate } from '../../../../infra/emulator/scheduler/schedule.ts'

test('a rate is a period in milliseconds, and anything else is nothing', () => {
  expect(readRate('rate(5 minutes)')).toBe(300_000)
  expect(readRate('rate(1 day)')).toBe(86_400_000)
  expect(readRate('cron(0 2 * * ? *)')).toBeUndefined()
})
