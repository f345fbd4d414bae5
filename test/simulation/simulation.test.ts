import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { isNightly } from '../support/tier.ts'
import { type FaultName, faultNames } from './faults.ts'
import type { History, Run } from './runs.ts'

/** In a thread of its own, whose clock and chance are turned: the test runner has the real ones. */
const work = async <Result>(workerData: object): Promise<Result> => {
  const worker = new Worker(new URL('./lane.ts', import.meta.url), { workerData, stdout: true })
  const [result] = await once(worker, 'message')
  return result as Result
}

const half = isNightly ? 3000 : 300
const lanes = 2

it(`loses nothing, doubles nothing and leaves nothing half done, in ${2 * half} schedules`, async () => {
  const firsts = [1, half + 1]
  const runs = await Promise.all(firsts.map(first => work<Run>({ live: first, count: half })))
  expect(runs.flatMap(({ failures }) => failures)).toEqual([])
  for (const { happened } of runs) {
    expect(happened.orders).toBeGreaterThan(half)
    expect(happened.decided).toBeGreaterThan(half / 4)
    expect(happened.events).toBeGreaterThan(half)
    expect(happened.attempts).toBeGreaterThan(half)
    expect(happened.deaths).toBeGreaterThan(half)
  }
}, 900_000)

const missedIn = async (count: number): Promise<readonly FaultName[]> => {
  const shares = Array.from({ length: lanes }, (_, lane) => faultNames.filter((_, n) => n % lanes === lane))
  return (await Promise.all(shares.map(search => work<readonly FaultName[]>({ search, count })))).flat()
}

// Which need more than a hundred changes with every call that the product makes, so that none is named here.
it('finds most faults that somebody could plant within a hundred schedules', async () => {
  expect(faultNames.length).toBeGreaterThan(50)
  const missed = await missedIn(100)
  expect(missed.length / faultNames.length, `missed: ${missed}`).toBeLessThanOrEqual(0.4)
}, 180_000)

/** Copies that meet: no promise tells them from a receiver that was asked twice. `delivery/examples.test.ts` finds both. */
const foundInTheirRoom: readonly FaultName[] = [
  'an attempt replaces another',
  'each copy of a message goes on by itself',
]

it.runIf(isNightly)(
  'finds every fault that somebody could plant within five thousand schedules',
  async () => {
    const missed = await missedIn(5000)
    expect(missed.filter(name => !foundInTheirRoom.includes(name))).toEqual([])
  },
  1_800_000,
)

// In test mode the simulated agent visits, reports and decides.
it.each([
  ['live', ['decide', 'order', 'visit']],
  ['test', ['order']],
])(
  'shows a shortest history in %s mode: what need not happen for it does not',
  async (mode, kinds) => {
    const { acts, moments } = await work<History>({
      shorten: 'a decided end is not charged',
      mode,
      count: 50,
    })
    expect(acts.map(({ kind }) => kind).toSorted()).toEqual(kinds)
    expect(moments.filter(({ mishap }) => mishap !== undefined)).toEqual([])
  },
  60_000,
)
