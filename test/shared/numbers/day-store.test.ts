import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { DayFact } from '../../../shared/numbers/day.ts'
import {
  readDayStats,
  saveDays,
  saveDayStats,
  saveDaysSoFar,
  saveDueDayStats,
} from '../../../shared/numbers/day-store.ts'
import { database } from '../../../shared/table/driver.ts'
import type { Mode } from '../../../shared/table/tenant.ts'
import { startTable } from '../../support/table.ts'

let days = 0
let day: string

beforeAll(startTable)
beforeEach(() => {
  day = new Date(Date.UTC(2026, 9, ++days)).toISOString().slice(0, 10)
})

const ended = (verificationId: number, mode: Mode = 'live'): DayFact => ({
  kind: 'ended',
  organisationId: 1,
  mode,
  verificationId,
  at: `${day}T12:00:00.000Z`,
  product: 'address',
  outcome: 'verified',
  price: 2500,
  tookMs: 3_600_000,
})
const noon = () => Date.parse(`${day}T12:30:00.000Z`)
const nextDay = () => noon() + 86_400_000

const countOf = async (mode: Mode = 'live') =>
  (await readDayStats(mode, day)).products.address?.outcomes.verified ?? 0

it('counts what a batch brings once, though it comes again alone, in parts or among others', async () => {
  await saveDays([ended(1), ended(2)], noon())
  await saveDays([ended(1), ended(2)], noon())
  await saveDays([ended(2)], noon())
  await saveDays([ended(3), ended(1)], noon())
  expect(await countOf()).toBe(3)
})

it('counts what fifty batches bring at the same moment', async () => {
  const batches = Array.from({ length: 50 }, (_, n) => [ended(2 * n), ended(2 * n + 1), ended(n)])
  await Promise.all(batches.map(batch => saveDays(batch, noon())))
  expect(await countOf()).toBe(100)
})

it('keeps the modes apart, though they come in one batch', async () => {
  await saveDays([ended(1), ended(1, 'test'), ended(2, 'test')], noon())
  expect([await countOf('live'), await countOf('test')]).toEqual([1, 2])
})

it('keeps a day’s sums once it is over, and reads them in the place of its lines', async () => {
  await saveDays([ended(1)], noon())
  expect(await saveDayStats('live', day)).toBe(true)
  expect(await saveDayStats('live', day)).toBe(false)
  expect(await countOf()).toBe(1)
})

it('counts what is told after that, with the next read and in the next sums', async () => {
  await saveDays([ended(1)], noon())
  await saveDayStats('live', day)
  await saveDays([ended(1), ended(2)], nextDay())
  expect(await countOf()).toBe(2)
  expect(await saveDayStats('live', day)).toBe(true)
  expect(await countOf()).toBe(2)
})

it('loses nothing that is told while a day is summed up', async () => {
  await saveDays([ended(0)], noon())
  const late = Array.from({ length: 12 }, (_, n) => saveDays([ended(n + 1)], nextDay()))
  const closing = Array.from({ length: 6 }, () => saveDayStats('live', day))
  await Promise.all([...late, ...closing])
  expect(await countOf()).toBe(13)
})

it('sums up a month’s days that are over, each once, and not the one that goes on', async () => {
  await saveDays([ended(1)], noon())
  await saveDueDayStats('live', noon())
  await saveDays([ended(2)], noon())
  expect(await countOf()).toBe(2)
  await saveDueDayStats('live', nextDay())
  expect(await saveDayStats('live', day)).toBe(false)
  expect(await countOf()).toBe(2)
})

it('writes nothing where nothing happened, and takes more than an item holds', async () => {
  await saveDays([], noon())
  expect(await countOf()).toBe(0)
  const many = Array.from({ length: 1200 }, (_, n) => ended(n))
  await saveDays(many, noon())
  expect(await countOf()).toBe(1200)
})

it('reads of a busy day the last sums, and of a quiet one what was told since', async () => {
  const tell = async (from: number, to: number) => {
    for (let n = from; n < to; n++) await saveDays([ended(n)], noon())
  }
  await tell(0, 20)
  await saveDaysSoFar('live', noon())
  await tell(20, 30)
  expect(await countOf()).toBe(30)
  await tell(30, 120)
  const queries = vi.spyOn(database, 'query')
  expect(await countOf()).toBe(20)
  expect(queries.mock.calls.map(([{ limit }]) => limit)).toEqual([100])
  queries.mockRestore()
  await saveDaysSoFar('live', noon())
  expect(await countOf()).toBe(120)
  await tell(120, 121)
  expect(await saveDayStats('live', day)).toBe(true)
  expect(await countOf()).toBe(121)
  await saveDaysSoFar('live', noon())
  expect(await countOf()).toBe(121)
})
