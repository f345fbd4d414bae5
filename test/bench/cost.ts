/*
 * What a million address verifications and a million identity look-ups cost at list prices in live mode, computed from
 * what some of them used on the laptop's emulator: node test/bench/cost.ts. Nothing in it is a wall time of this machine:
 * functions are billed for their CPU time and for stated waits (`cost/assumptions.ts`), the rest is counted. Prices
 * stand in `cost/prices.ts`, each with its link and date.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { simulatedPerson } from '../../infra/local/registry-simulator.ts'
import { stages } from '../../infra/stages.ts'
import { synthesise } from '../../infra/synthesise.ts'
import { bundledOnce } from '../support/bundled-once.ts'
import { startWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { products } from '../support/identities.ts'
import { addressOrder } from '../support/orders.ts'
import { receiverMs, stated } from './cost/assumptions.ts'
import { billOf, egressOf, type Line, storageLines, totalOf, tracesOf } from './cost/bill.ts'
import { meterFunctions } from './cost/metering.ts'
import { photoStorage, photosLookedAt, photoUploads, unmovedDollars } from './cost/photos.ts'
import { prices } from './cost/prices.ts'
import { standingOf } from './cost/standing.ts'
import { type MeteredWorld, measure, type Usage } from './cost/usage.ts'
import { runs, unlessShort } from './options.ts'
import { conclude } from './recording.ts'

const repetitions = unlessShort({ address: 10, lookUp: 20 }, { address: 1, lookUp: 1 })
/** Until containers are as warm as they are for most of their lives. */
const warmUps = unlessShort({ address: 20, lookUp: 60 }, { address: 1, lookUp: 1 })

const printLines = (title: string, lines: readonly Line[]): void => {
  console.log(`\n${title}: $${totalOf(lines).toFixed(2)}`)
  console.table(
    lines.map(({ service, dollars, counted }) => ({
      service,
      $: Number(dollars.toFixed(2)),
      counted,
      'left out': 'none',
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
  console.log('\nList prices in us-east-1, without free tiers, taxes, support and discounts:')
  console.table(Object.values(prices).map(({ dollars, per, on, link }) => ({ $: dollars, per, on, link })))
}

await using cleanup = new AsyncDisposableStack()
let assembly = ''
const prepare = (folder: string) => {
  assembly = folder
  meterFunctions(folder)
}
const world = cleanup.use(await startWorld({ prepare }))
const metered: MeteredWorld = { world, assembly }
const live = await world.client('local-live')
const receiver = await world.receiver((_count, response) => setTimeout(() => response.end(), receiverMs))
await live.post('/v1/webhooks', { url: receiver.url })

let orders = 0
/** Ordered, opened for people, decided by one, delivered. */
const verifyAddress = async (): Promise<void> => {
  const { status, body } = await live.post(
    '/v1/addresses',
    addressOrder({ street: `${++orders} Allen Avenue` }),
  )
  if (status !== 201) throw new Error(`An order was answered ${status}`)
  const isOpened = (line: string) => line.includes('assignment.opened') && line.includes(`${body.id}`)
  await eventually(() => world.logLines.some(isOpened), 'the assignment')
  const decision = { command: 'decide', organisationId: 1, mode: 'live', outcome: 'verified' }
  await world.administer({ ...decision, verificationId: body.id })
  await eventually(() => receiver.received.length >= orders, 'the event')
}

const nin = products.find(({ name }) => name === 'nin')!
let lookUps = 100
const lookUp = async (): Promise<void> => {
  const { firstname, lastname } = simulatedPerson
  const { status } = await live.post(nin.path(`2000000${++lookUps + 1000}`), { firstname, lastname })
  if (status !== 200) throw new Error(`A look-up was answered ${status}`)
}

const times = async (count: number, work: () => Promise<void>): Promise<void> => {
  for (let done = 0; done < count; done++) await work()
}

/** @throws unless the meter saw that a function waited for the receiver, which would otherwise cost nothing */
const assertReceiverSeen = ({ functions }: Usage): void => {
  if (!functions.some(({ upstreamMs }) => upstreamMs > 0)) throw new Error('No wait for a receiver was seen')
}

/** What a registry is asked. */
const questionBytes = 200

/** The event that a verification sends. */
const deliveredBytes = (): number => Buffer.byteLength(receiver.received.at(-1)!.body)

const addressBill = (usage: Usage): readonly Line[] => [
  ...billOf(usage),
  ...photoUploads,
  egressOf(usage, [deliveredBytes()]),
]

await times(warmUps.address, verifyAddress)
await times(warmUps.lookUp, lookUp)
const none = (): number[] => []
const dollars = { address: none(), addressStorage: none(), identity: none(), identityStorage: none() }
let [address, identity]: Usage[] = []
for (let run = 1; run <= runs; run++) {
  address = await measure(metered, { repetitions: repetitions.address, work: verifyAddress })
  identity = await measure(metered, { repetitions: repetitions.lookUp, work: lookUp })
  assertReceiverSeen(address)
  dollars.address.push(totalOf(addressBill(address)))
  dollars.addressStorage.push(totalOf(storageLines(address)))
  dollars.identity.push(totalOf(billOf(identity)))
  dollars.identityStorage.push(totalOf(storageLines(identity)))
  console.log(`run ${run}: $${dollars.address.at(-1)!.toFixed(2)}, $${dollars.identity.at(-1)!.toFixed(2)}`)
}

const prod = mkdtempSync(join(tmpdir(), 'verification-prod-'))
cleanup.defer(() => rmSync(prod, { recursive: true, force: true }))
const standing = standingOf(synthesise(stages.prod, prod, { bundles: bundledOnce() }), stages.prod)

printAssumptions()
printUsage(address!)
printLines('A million address verifications, ordered to delivered', addressBill(address!))
printLines('Beside it: the storage of their photos for a year', photoStorage)
console.log(`(without moving them: $${unmovedDollars.toFixed(2)})`)
printLines('Beside it: a customer that looks at every photo once', photosLookedAt)
printUsage(identity!)
printLines('A million look-ups, the registry answering at once', billOf(identity!))
printLines('Beside it: what goes out', [egressOf(identity!, [questionBytes])])
printLines('A month of prod in which nothing happens', standing)
const [ofAddress, ofIdentity] = [address!, identity!].map(usage => tracesOf(usage) * prices.trace.dollars)
console.log(`a stage with tracing pays X-Ray $${ofAddress!.toFixed(2)} and $${ofIdentity!.toFixed(2)} more`)

conclude('cost', `${repetitions.address} verifications and ${repetitions.lookUp} look-ups, warmed up`, {
  ...dollars,
  photos: [totalOf(photoStorage)],
  standing: [totalOf(standing)],
})
