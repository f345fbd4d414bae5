/*
 * What a million address verifications and a million identity look-ups cost at list prices in live mode, and the share of
 * that in what they are sold for: npm run bench -- cost. It is computed from what some of them used on the laptop's
 * emulator, walked whole by people (`cost/visit.ts`). Nothing in it is a wall time of this machine: functions are billed
 * for their CPU time and for stated waits (`cost/assumptions.ts`), the rest is counted. Prices stand in `cost/prices.ts`,
 * each with its link and date.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { simulatedPerson } from '../../infra/local/registry-simulator.ts'
import { stages } from '../../infra/stages.ts'
import { synthesise } from '../../infra/synthesise.ts'
import { bundledOnce } from '../support/bundled-once.ts'
import { startWorld } from '../support/environment.ts'
import { products } from '../support/identities.ts'
import { withReaders } from '../support/with-readers.ts'
import { receiverMs, shareOfPrice, stated, visitShares } from './cost/assumptions.ts'
import {
  billOf,
  dollarsOf,
  egressOf,
  type Line,
  photoEgressOf,
  storageLines,
  totalOf,
  tracesOf,
} from './cost/bill.ts'
import { metricsWrittenInIdle } from './cost/idle.ts'
import { meterFunctions } from './cost/metering.ts'
import { photoStorage } from './cost/photos.ts'
import { billedRegions, prices } from './cost/prices.ts'
import { standingOf } from './cost/standing.ts'
import { type MeteredWorld, measure, mixOf, type Usage } from './cost/usage.ts'
import { openVisits } from './cost/visit.ts'
import { runsOr, unlessShort } from './options.ts'
import { conclude } from './recording.ts'

const runs = runsOr(3)
const repetitions = unlessShort({ visit: 2, seldom: 1, lookUp: 20 }, { visit: 1, seldom: 1, lookUp: 1 })
/** Until containers are as warm as they are for most of their lives. */
const warmUps = unlessShort({ visit: 2, lookUp: 60 }, { visit: 1, lookUp: 1 })

const printLines = (title: string, lines: readonly Line[]): void => {
  const totals = billedRegions.map(region => `$${totalOf(lines, region).toFixed(2)} in ${region}`)
  console.log(`\n${title}: ${totals.join(', ')}`)
  console.table(
    lines.map(each => ({
      service: each.service,
      ...Object.fromEntries(
        billedRegions.map(region => [region, Number(dollarsOf(each, region).toFixed(2))]),
      ),
      counted: each.counted,
    })),
  )
}

const printUsage = ({ functions, units, stored }: Usage): void => {
  const short = (value: number) => Number(value.toFixed(2))
  console.table(
    functions.map(({ name, memoryMb, invocations, ...ms }) => ({
      name,
      MB: memoryMb,
      invocations,
      'CPU ms': short(ms.cpuMs),
      'billed ms': short(ms.billedMs),
      'of which waiting': short(ms.waitedMs + ms.upstreamMs),
      'import ms': short(ms.importCpuMs),
    })),
  )
  console.table(units)
  const items = Object.groupBy(stored, ({ key }) => key.split(' ')[1]!.split('#')[0]!)
  console.table(
    Object.entries(items).map(([item, all = []]) => ({
      item,
      bytes: Math.round(all.reduce((sum, { tableBytes }) => sum + tableBytes, 0)),
      'in indexes': Math.round(all.reduce((sum, { indexBytes }) => sum + indexBytes, 0)),
      'kept days': Math.round(all[0]!.days),
    })),
  )
}

const printAssumptions = (): void => {
  console.log('\nTaken for granted:')
  for (const sentence of stated) console.log(`- ${sentence}`)
  console.log(
    '\nList prices in us-east-1, without free tiers, taxes, support and discounts, and those found elsewhere:',
  )
  console.table(
    Object.values(prices).map(({ dollars, per, on, link, elsewhere }) => ({
      $: dollars,
      per,
      on,
      link,
      ...elsewhere,
    })),
  )
}

await using cleanup = new AsyncDisposableStack()
let assembly = ''
const prepare = (folder: string) => {
  assembly = folder
  meterFunctions(folder)
}
const world = cleanup.use(await startWorld({ prepare }))
const metered: MeteredWorld = { world, assembly }
const metricsInIdle = await metricsWrittenInIdle(metered)
const live = await world.client('local-live')
const receiver = await world.receiver((_count, response) => setTimeout(() => response.end(), receiverMs))
const visits = await openVisits(world, receiver)
const { direct } = visits

const nin = products.find(({ name }) => name === 'nin')!
let asked = 100
const lookUp = async (): Promise<void> => {
  const { firstname, lastname } = simulatedPerson
  const { status } = await live.post(nin.path(`2000000${++asked + 1000}`), { firstname, lastname })
  if (status !== 200) throw new Error(`A look-up was answered ${status}`)
}

const times = async (count: number, work: () => Promise<unknown>): Promise<void> => {
  for (let done = 0; done < count; done++) await work()
}

/** @throws unless the meter saw that a function waited for the receiver, which would otherwise cost nothing */
const assertReceiverSeen = ({ functions }: Usage): void => {
  if (!functions.some(({ upstreamMs }) => upstreamMs > 0)) throw new Error('No wait for a receiver was seen')
}

/** What a registry is asked. */
const questionBytes = 200

/** The events that verifications send. */
const deliveredBytes = (): number => Buffer.byteLength(receiver.received.at(-1)!.body)

const addressBill = (usage: Usage): readonly Line[] => [
  ...billOf(usage),
  egressOf(usage, [deliveredBytes()]),
  photoEgressOf(usage),
  ...photoStorage,
]

const measureVisits = async (): Promise<Usage> => {
  const { visit, seldom } = repetitions
  const { returned, disputed } = visitShares
  return mixOf([
    [1 - returned - disputed, await measure(metered, { repetitions: visit, work: visits.plain, direct })],
    [returned, await measure(metered, { repetitions: seldom, work: visits.returned, direct })],
    [disputed, await measure(metered, { repetitions: seldom, work: visits.disputed, direct })],
  ])
}

await times(warmUps.visit, visits.plain)
await times(warmUps.lookUp, lookUp)
const addresses: Usage[] = []
const lookUps: Usage[] = []
for (let run = 1; run <= runs; run++) {
  addresses.push(await measureVisits())
  lookUps.push(await measure(metered, { repetitions: repetitions.lookUp, work: lookUp }))
  assertReceiverSeen(addresses.at(-1)!)
  const [address, identity] = [addressBill(addresses.at(-1)!), billOf(lookUps.at(-1)!)].map(bill =>
    totalOf(bill),
  )
  console.log(`run ${run}: $${address!.toFixed(2)}, $${identity!.toFixed(2)}`)
}

const prod = mkdtempSync(join(tmpdir(), 'verification-prod-'))
cleanup.defer(() => rmSync(prod, { recursive: true, force: true }))
const standing = standingOf(
  synthesise(withReaders(stages.prod), prod, { bundles: bundledOnce() }),
  stages.prod,
  metricsInIdle,
)

const [address, identity] = [addresses.at(-1)!, lookUps.at(-1)!]
printAssumptions()
printUsage(address)
printLines('A million address verifications, ordered to receipt', addressBill(address))
printUsage(identity)
printLines('A million look-ups, the registry answering at once', billOf(identity))
printLines('Beside it: what goes out', [egressOf(identity, [questionBytes])])
printLines('A month of prod in which nothing happens', standing)
const [ofAddress, ofIdentity] = [address, identity].map(usage => tracesOf(usage) * prices.trace.dollars)
console.log(`a stage with tracing pays X-Ray $${ofAddress!.toFixed(2)} and $${ofIdentity!.toFixed(2)} more`)

const each = `${repetitions.visit} visits, ${repetitions.seldom} returned and disputed each, and ${repetitions.lookUp} look-ups, warmed up`
const bills = addresses.map(addressBill)
const identityBills = lookUps.map(billOf)
conclude('cost', each, {
  share: bills.map(bill => shareOfPrice(totalOf(bill), stages.prod.prices.address!)),
  lookUpShare: identityBills.map(bill => shareOfPrice(totalOf(bill), stages.prod.prices.nin!)),
  million: bills.map(bill => totalOf(bill)),
  photos: [totalOf(photoStorage)],
  internet: addresses.map(usage => totalOf([egressOf(usage, [deliveredBytes()]), photoEgressOf(usage)])),
  storage: addresses.map(usage => totalOf(storageLines(usage))),
  ireland: bills.map(bill => totalOf(bill, 'eu-west-1')),
  capeTown: bills.map(bill => totalOf(bill, 'af-south-1')),
  writes: addresses.map(({ writeUnits }) => writeUnits),
  states: addresses.map(({ stateEntries }) => stateEntries),
  lookUps: identityBills.map(bill => totalOf(bill)),
  idle: [totalOf(standing)],
})
