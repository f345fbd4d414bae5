import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startsPerSecond, waitForStartSlot } from '../../../shared/work/pace.ts'

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-20T12:00:00Z') }))
afterEach(() => void vi.useRealTimers())

it('starts one at once and the others one after the other, so many in a second', async () => {
  let started = 0
  const starting = Array.from({ length: 100 }, async () => {
    await waitForStartSlot()
    started++
  })
  await vi.advanceTimersByTimeAsync(0)
  expect(started).toBe(1)
  await vi.advanceTimersByTimeAsync(999)
  expect(started).toBe(startsPerSecond)
  await vi.advanceTimersByTimeAsync(60_000)
  await Promise.all(starting)
  expect(started).toBe(100)
})
