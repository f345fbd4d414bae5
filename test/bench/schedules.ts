import '../simulation/turned.ts'
/**
 * `node test/bench/schedules.ts [schedules] [firstSeed]`: lives a million schedules of the product's own code, from an
 * order to its delivered event, and plants every fault. A failure is a seed; it is shown with a shortest history.
 * `node test/bench/schedules.ts 1 <seed>` shows it again.
 */
import { faultNames } from '../simulation/faults.ts'
import { describeHistory, findFault, liveMany, shorten } from '../simulation/runs.ts'
import { numbers, unlessShort } from './options.ts'

const [schedules = unlessShort(1_000_000, 200), first = 1] = numbers
const part = 10_000
/** Schedules in which a planted fault is looked for. */
const most = unlessShort(20_000, 20)
/** Of so many failures the history is shown. */
const shown = 3

const startedMs = performance.now()
const totals: Record<string, number> = {}
const failures: { readonly seed: number; readonly promise: string }[] = []
for (let lived = 0; lived < schedules; lived += part) {
  const run = await liveMany(first + lived, Math.min(part, schedules - lived))
  for (const [name, count] of Object.entries(run.happened)) totals[name] = (totals[name] ?? 0) + count
  for (const { seed, promise } of run.failures) console.log(`seed ${seed}: ${promise}`)
  failures.push(...run.failures)
}
const seconds = (performance.now() - startedMs) / 1000
const perMinute = Math.round((schedules / seconds) * 60)
console.log(
  `${schedules} schedules in ${seconds.toFixed(0)} s (${perMinute} a minute), ${failures.length} broke a promise`,
)
console.log(JSON.stringify(totals))
for (const { seed } of failures.slice(0, shown)) {
  const history = await shorten(seed)
  if (history) console.log(`seed ${seed}\n${describeHistory(history)}`)
}

if (schedules > 1) {
  let found = 0
  for (const name of faultNames) {
    const failure = await findFault(name, most)
    if (failure) found += 1
    const where = failure ? `schedule ${failure.seed}: ${failure.promise}` : 'NOT FOUND'
    console.log(`${name.padEnd(60)} ${where}`)
  }
  console.log(`${found} of ${faultNames.length} planted faults found`)
}
process.exitCode = failures.length > 0 ? 1 : 0
