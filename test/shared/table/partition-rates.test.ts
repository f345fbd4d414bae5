import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { beforeAll, expect, it } from 'vitest'

/*
 * What a partition is written where orders, reports and decisions come beside each other, 400 a second of each, from one
 * organisation. It is read from the keys of all that is written: by the order, by those who work on it, and by the outbox.
 */

const visits = 148
const perSecond = 400
/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html */
const mostUnits = 1000

let rates: readonly (readonly [partition: string, unitsPerSecond: number])[]
beforeAll(async () => {
  const url = new URL('../../simulation/visits-lane.ts', import.meta.url)
  const worker = new Worker(url, { workerData: { count: visits }, stdout: true })
  const [units] = (await once(worker, 'message')) as [ReadonlyMap<string, number>]
  rates = [...units]
    .map(([partition, count]) => [partition, Math.round((count / visits) * perSecond)] as const)
    .toSorted(([, one], [, other]) => other - one)
}, 120_000)

it('x', () => {
  console.error(rates.slice(0, 60))
  expect(mostUnits).toBe(1000)
})
