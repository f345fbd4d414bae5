/**
 * `node test/bench/keyed-schedules.ts [schedules] [firstSeed]`: lives a hundred thousand schedules of orders with
 * Idempotency-Keys, by the product's own code, and plants every fault. A failure is a seed, which shows it again.
 */
import {
  type Fault,
  faults,
  findKeyedFault,
  liveManyKeyedOrders,
  openSecret,
} from '../simulation/keyed-orders.ts'

const given = process.argv.slice(2)
const [count = '100000', first = '1'] = given.includes('--short') ? ['100'] : given
await openSecret()
const startedMs = performance.now()
const happened = await liveManyKeyedOrders(Number(first), Number(count))
const seconds = (performance.now() - startedMs) / 1000
console.log(
  `${count} schedules in ${seconds.toFixed(0)} s (${Math.round(Number(count) / seconds)}/s), none broke a promise`,
)
console.log(JSON.stringify(happened))
for (const fault of Object.keys(faults) as Fault[])
  console.log(`${fault.padEnd(40)} schedule ${(await findKeyedFault(fault, 10_000)) ?? 'NOT FOUND'}`)
process.exit()
