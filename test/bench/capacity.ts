/*
 * What one address verification costs in DynamoDB's units, request by request, in live mode by people (`cost/visit.ts`)
 * and in the sandbox, and what a look-up in live mode does: node test/bench/capacity.ts
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { simulatedPerson } from '../../infra/local/registry-simulator.ts'
import { startWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { products } from '../support/identities.ts'
import { addressOrder } from '../support/orders.ts'
import { openVisits } from './cost/visit.ts'
import { openMeter, type Units } from './dynamodb-units.ts'
import { runs } from './options.ts'
import { conclude } from './recording.ts'

/** One after the other, so that what containers do now and then is shared among them. */
const lookUps = 20

await using world = await startWorld()
const { recorded } = world.emulator
const client = await world.client()
const live = await world.client('local-live')
const receiver = await world.receiver()
await client.post('/v1/webhooks', { url: receiver.url })
const visits = await openVisits(world, receiver)
await client.get('/v1/addresses')

let orders = 0
const verifyAddress = async (): Promise<void> => {
  const start = recorded.length
  await client.post('/v1/addresses', addressOrder({ street: `${++orders} Allen Avenue` }))
  // The last write of all. Asked through the API, the wait itself would cost units.
  await eventually(() =>
    recorded.slice(start).some(({ action, body }) => action === 'PutItem' && body.includes('attempt#')),
  )
}

const nin = products.find(({ name }) => name === 'nin')!
let numbers = 0
const lookUp = async (): Promise<void> => {
  const { firstname, lastname } = simulatedPerson
  const { status } = await live.post(nin.path(`2000000${++numbers + 1000}`), { firstname, lastname })
  if (status !== 200) throw new Error(`A look-up was answered ${status}`)
}

/** Until nothing has happened for two seconds. */
const visit = async (): Promise<void> => {
  await visits.plain()
  for (let seen = -1; seen !== recorded.length; await sleep(2000)) seen = recorded.length
}

interface CallUnits extends Units {
  /** What a trail says of the write, or its kind. */
  readonly call: string
}

interface Used {
  readonly units: readonly CallUnits[]
  readonly states: number
}

const wordsOf = (body: string): string =>
  [...body.matchAll(/"what":\{"S":"(\w+)"\}/g)].map(([, word]) => word).join(' ')

const during = async (work: () => Promise<void>): Promise<Used> => {
  const start = recorded.length
  await work()
  const meter = openMeter()
  const unitsOf = (calls: typeof recorded) =>
    calls
      .filter(({ service }) => service === 'dynamodb')
      .flatMap(({ action, body }) =>
        meter.unitsOf(action, body).map(units => ({ call: wordsOf(body) || action, ...units })),
      )
  unitsOf(recorded.slice(0, start))
  const calls = recorded.slice(start)
  return { units: unitsOf(calls), states: calls.filter(({ action }) => action === 'TaskInput').length }
}

const total = (units: readonly Units[], which: 'write' | 'read'): number =>
  units.reduce((sum, { [which]: one }) => sum + one, 0)
/** Containers share a client's limit by leases, of which one that is busy takes few. */
const besidesLimits = (units: readonly Units[]) => units.filter(({ label }) => !label.includes('rate-limit'))
const perLookUp = (count: number): number => count / lookUps

const askMany = async (): Promise<void> => {
  for (let count = 0; count < lookUps; count++) await lookUp()
}

// The first of each finds nothing cached.
await during(visit)
await during(verifyAddress)
await during(askMany)
const people: Used[] = []
const addresses: Used[] = []
const identities: Used[] = []
for (let run = 1; run <= runs; run++) {
  people.push(await during(visit))
  addresses.push(await during(verifyAddress))
  identities.push(await during(askMany))
}
const shown = ['call', 'label', 'write', 'read', 'bytes']
console.table(
  people.at(-1)!.units.filter(({ write }) => write > 0),
  shown,
)
console.table(identities.at(-1)!.units.slice(0, 12), shown)

conclude('capacity', `one verification each, and ${lookUps} look-ups on average`, {
  writes: people.map(({ units }) => total(besidesLimits(units), 'write')),
  reads: people.map(({ units }) => total(units, 'read')),
  states: people.map(({ states }) => states),
  sandboxWrites: addresses.map(({ units }) => total(units, 'write')),
  lookUpWrites: identities.map(({ units }) => perLookUp(total(besidesLimits(units), 'write'))),
  lookUpReads: identities.map(({ units }) => perLookUp(total(units, 'read'))),
})
