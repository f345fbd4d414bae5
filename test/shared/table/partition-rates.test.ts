import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { beforeAll, expect, it } from 'vitest'

/*
 * What each partition is written, of the table and its indexes, where orders, reports and decisions come beside each
 * other, 400 a second of each, all of one organisation. It is read from the keys of all that is written: by the order, by
 * those who work on it, and by the outbox that follows. Visits lie all over the country, as ids do over their shards.
 */

/** Four in each state. */
const visits = 148
const perSecond = 400
/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html */
const mostUnits = 1000

/** Write units of a second, by partition. */
let rates: ReadonlyMap<string, number>
beforeAll(async () => {
  const url = new URL('../../simulation/visits-lane.ts', import.meta.url)
  const worker = new Worker(url, { workerData: { count: visits }, stdout: true })
  const [units] = (await once(worker, 'message')) as [ReadonlyMap<string, number>]
  rates = new Map([...units].map(([partition, count]) => [partition, (count / visits) * perSecond]))
}, 60_000)

const ratesOf = (pattern: RegExp): readonly number[] =>
  [...rates].filter(([partition]) => pattern.test(partition)).map(([, rate]) => Math.round(rate))

const sumOf = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0)

it('takes no partition above a thousand units a second', () => {
  const above = [...rates].filter(([, rate]) => rate > mostUnits)
  expect(above).toEqual([])
  expect(Math.round(Math.max(...rates.values()))).toBe(516)
})

it('has seen what all of them write: each list that grows with every visit, in its shards', () => {
  expect(ratesOf(/^table ledger#\d+#live#\d{4}-\d\d#\d$/)).toEqual([200, 200, 200, 200])
  expect(ratesOf(/^table \d+#live#open#\d$/)).toHaveLength(8)
  expect(ratesOf(/^gsi1 \d+#live#address#\d$/)).toHaveLength(4)
  expect(ratesOf(/^gsi1 \d+#live#event#\d$/)).toHaveLength(4)
  expect(ratesOf(/^gsi1 work#live#reported#\d$/)).toHaveLength(4)
  expect(ratesOf(/^gsi1 work#live#open#\d+$/)).toHaveLength(37)
})

it('lets one state alone take a quarter thousand visits a second', () => {
  const perVisit = sumOf(ratesOf(/^gsi1 work#live#open#\d+$/)) / perSecond
  expect(mostUnits / perVisit).toBeGreaterThanOrEqual(250)
})
