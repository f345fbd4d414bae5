/*
 * The simulation of deliveries at length: node test/bench/delivery-simulation.ts [worlds] [first seed].
 * Two endpoints and two events a world, crashes in any step, receivers that do anything, five days of turned time.
 * A broken promise ends it with the seed of its world.
 */

import { startStage } from '../shared/table/stage.ts'
import { openReceivers } from '../shared/webhook/delivery/receivers.ts'
import { live, type Totals } from '../shared/webhook/delivery/simulation.ts'
import { stopTable } from '../support/table.ts'
import { numbers, unlessShort } from './options.ts'

const [worlds = unlessShort(200, 1), firstSeed = 1000] = numbers
/** Worlds over real connections wait for receivers that hang in real time. */
const realWorlds = Math.ceil(worlds / 20)

await startStage()
await using receivers = await openReceivers()

const report = async (name: string, work: () => Promise<Totals>) => {
  const startedAt = performance.now()
  const totals = await work()
  return { name, ...totals, seconds: Math.round((performance.now() - startedAt) / 1000) }
}

console.table([
  await report(`${worlds} worlds`, () => live(firstSeed, worlds)),
  await report(`${realWorlds} over real connections`, () =>
    live(firstSeed + worlds, realWorlds, receivers.send),
  ),
])
await stopTable()
