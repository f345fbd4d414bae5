/**
 * `node test/bench/schedules.ts [schedules] [firstSeed]`: lives a million schedules of acceptance, decision,
 * cancellation, expiry, freezing and delivery, and plants every fault. A failure is a seed, which shows it again.
 */
import { mutants } from '../simulation/mutants.ts'
import { faults, findFault, liveMany } from '../simulation/runs.ts'
import { numbers, unlessShort } from './options.ts'

const [schedules = unlessShort(1_000_000, 500), first = 1] = numbers
const part = 50_000
/** Schedules in which a planted fault is looked for. */
const most = unlessShort(20_000, 20)

const startedMs = performance.now()
const totals = { orders: 0, events: 0, receipts: 0, deaths: 0 }
let broken = 0
for (let lived = 0; lived < schedules; lived += part) {
  const { failures, happened } = liveMany(first + lived, Math.min(part, schedules - lived))
  for (const name of Object.keys(totals) as (keyof typeof totals)[]) totals[name] += happened[name]
  for (const { seed, promise } of failures.slice(0, 10)) console.log(`seed ${seed}: ${promise}`)
  broken += failures.length
}
const seconds = (performance.now() - startedMs) / 1000
const perSecond = Math.round(schedules / seconds)
console.log(`${schedules} schedules in ${seconds.toFixed(0)} s (${perSecond}/s), ${broken} broke a promise`)
console.log(JSON.stringify(totals))

let found = 0
for (const fault of faults) {
  const failure = findFault(fault, most)
  if (failure) found++
  const where = failure ? `schedule ${failure.seed}: ${failure.promise}` : 'NOT FOUND'
  console.log(`${fault.padEnd(28)} ${where} (${mutants[fault]})`)
}
console.log(`${found} of ${faults.length} planted faults found`)
process.exitCode = broken > 0 ? 1 : 0
