import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import type { Mutant } from './mutants.ts'
import { faults, type Run } from './runs.ts'

/** In a thread of its own: the test runner's module wrapping would double the time of schedules. */
const work = async <Result>(workerData: object): Promise<Result> => {
  const [result] = await once(new Worker(new URL('./lane.ts', import.meta.url), { workerData }), 'message')
  return result as Result
}

const half = 10_000

// `test/bench/schedules.ts` lives a million.
it(`loses nothing and doubles nothing, in ${2 * half} schedules of whatever can happen`, async () => {
  const firsts = [1, half + 1]
  const runs = await Promise.all(firsts.map(first => work<Run>({ first, count: half })))
  expect(runs.flatMap(({ failures }) => failures)).toEqual([])
  for (const { happened } of runs) {
    expect(happened.orders).toBeGreaterThan(half)
    expect(happened.events).toBeGreaterThan(2 * half)
    expect(happened.receipts).toBeGreaterThan(5 * half)
    expect(happened.deaths).toBeGreaterThan(5 * half)
  }
}, 180_000)

it('would find nearly every fault that somebody could plant', async () => {
  expect(faults.length).toBeGreaterThanOrEqual(20)
  const missed = await work<readonly Mutant[]>({ planted: faults, count: 4000 })
  expect(1 - missed.length / faults.length, `missed: ${missed}`).toBeGreaterThanOrEqual(1)
}, 180_000)
