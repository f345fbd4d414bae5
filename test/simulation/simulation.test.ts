import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { faults, findFault, type Run } from './runs.ts'

/** Lives schedules in a thread of its own: the test runner's module wrapping would double their time. */
const live = async (first: number, count: number): Promise<Run> => {
  const worker = new Worker(new URL('./lane.ts', import.meta.url), { workerData: { first, count } })
  const [run] = await once(worker, 'message')
  return run as Run
}

// `test/bench/schedules.ts` lives a million.
it('loses nothing and doubles nothing, in 20,000 schedules of whatever can happen', async () => {
  const runs = await Promise.all([live(1, 10_000), live(10_001, 10_000)])
  expect(runs.flatMap(({ failures }) => failures)).toEqual([])
  for (const { happened } of runs) {
    expect(happened.orders).toBeGreaterThan(10_000)
    expect(happened.events).toBeGreaterThan(20_000)
    expect(happened.receipts).toBeGreaterThan(50_000)
    expect(happened.deaths).toBeGreaterThan(50_000)
  }
}, 180_000)

it('would find nearly every fault that somebody could plant', () => {
  expect(faults.length).toBeGreaterThanOrEqual(20)
  const missed = faults.filter(fault => !findFault(fault, 4000))
  expect(1 - missed.length / faults.length, `missed: ${missed}`).toBeGreaterThanOrEqual(0.95)
}, 180_000)
