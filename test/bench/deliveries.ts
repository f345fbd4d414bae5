/*
 * Deliveries per second of processor time, over TLS: npm run bench -- deliveries. Over the whole path, from a queue's
 * batch of ten messages to the logged attempts: ours against a team's dispatcher that sends by `fetch` and by
 * `undici.request`, on the same engine over TLS, each in a process of its own. In a round every contestant works once; a
 * ratio is the median of the rounds' own. With `--against COMMIT`, also beside the dispatcher of the commit.
 */
import { randomBytes } from 'node:crypto'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb'
import { pack } from '../../shared/event/body.ts'
import { freezeEvent } from '../../shared/event/freeze-store.ts'
import { buildEndpoint } from '../../shared/webhook/endpoint/endpoint.ts'
import { encryptSecrets } from '../../shared/webhook/endpoint/secret.ts'
import { insertEndpoint } from '../../shared/webhook/endpoint/store.ts'
import { newSecret } from '../../shared/webhook/transport/signature.ts'
import { isShort, runsOr, unlessShort } from './options.ts'
import { bundlePlainly } from './peers/bundles.ts'
import { type Container, startContainer } from './peers/container.ts'
import { endpointKeyOf, eventKeyOf } from './peers/dispatch/dispatcher.ts'
import { benchEventId } from './peers/event.ts'
import { requirePeers } from './peers/installed.ts'
import { startReceiver } from './peers/receiver.ts'
import { median, pairedRatio } from './peers/statistics.ts'
import { openSurroundings } from './peers/surroundings.ts'
import { conclude, printAgainst, withoutPeers } from './recording.ts'
import type { MeasuredFunction } from './stage.ts'

const runs = runsOr(5)
const { rounds, roundMs, warmUpMs } = unlessShort(
  { rounds: 6, roundMs: 400, warmUpMs: 1500 },
  { rounds: 1, roundMs: 0, warmUpMs: 0 },
)
type Name = 'ours' | 'unchanged' | 'fetch' | 'undici'
/** CPU milliseconds of a delivery, round by round. */
type Costs = ReadonlyMap<Name, number[]>

if (!isShort) requirePeers()

const tenant = { organisationId: 1, mode: 'test' } as const
const body = JSON.stringify({
  event: 'address',
  event_type: 'verification_completed',
  data: { id: 1, note: randomBytes(1100).toString('base64') },
})

await using surroundings = await openSurroundings('dispatch/deliver')
const certificate = await surroundings.issue('localhost')
using receiver = await startReceiver(certificate, 'localhost')
const { url } = receiver
const secret = newSecret()
const table = DynamoDBDocumentClient.from(new DynamoDBClient({}))
const TableName = process.env.TABLE_NAME!

const storeBenchEvent = async (): Promise<void> => {
  const createdAt = new Date().toISOString()
  const event = { event: 'address', eventType: 'verification_completed', verificationId: 1 } as const
  await freezeEvent({ ...tenant, ...event, id: benchEventId, createdAt }, pack(body))
  const Item = { ...eventKeyOf(benchEventId), ...tenant, ...event, id: benchEventId, createdAt, body }
  await table.send(new PutCommand({ TableName, Item }))
}

let lastEndpoint = 0
/** An endpoint for one container, so that nobody meets another's attempts: as we keep it, and as the team does. */
const newEndpoint = async (): Promise<number> => {
  const id = ++lastEndpoint
  const now = new Date().toISOString()
  const secrets = await encryptSecrets(id, [{ secret }])
  // An organisation has one endpoint at a URL: they differ in what follows the question mark.
  const address = `${url}?${id}`
  const scopes = ['addresses'] as const
  await insertEndpoint(buildEndpoint({ url: address }, { ...tenant, id, secrets, scopes, now }))
  const Item = { ...endpointKeyOf(id), id, ...tenant, url: address, secret, createdAt: now }
  await table.send(new PutCommand({ TableName, Item }))
  return id
}

const own = surroundings.functions.get('dispatch/deliver')
const { batchSize } = own
/** As the function is deployed. A team's dispatcher has the same environment. */
const peer = (name: string): MeasuredFunction => ({
  ...own,
  file: bundlePlainly(`dispatch/${name}`, surroundings.folder),
  exported: 'handler',
})
const dispatchers = new Map<Name, MeasuredFunction>([
  ['ours', own],
  ['fetch', peer('fetch')],
])
// Its package is one of the peers.
if (!isShort) dispatchers.set('undici', peer('undici'))
if (surroundings.unchanged) dispatchers.set('unchanged', surroundings.unchanged.get('dispatch/deliver'))
const runtime = bundlePlainly('contestant', surroundings.folder)

interface Dispatcher {
  readonly name: Name
  /** CPU milliseconds of a delivery. */
  work(forMs: number): Promise<number>
}

const dispatcherOf = async (
  name: Name,
  { file, exported }: MeasuredFunction,
  container: Container,
): Promise<Dispatcher> => {
  const endpointId = await newEndpoint()
  const task = { kind: 'deliver', file, exported, endpointId, batchSize } as const
  const work = async (forMs: number) => {
    const { cpuMs, requests } = await container.run({ ...task, forMs })
    return cpuMs / (requests * batchSize)
  }
  return { name, work }
}

const inTurns = async (contestants: readonly Dispatcher[]): Promise<Costs> => {
  for (const { work } of contestants) await work(warmUpMs)
  const costs = new Map(contestants.map(({ name }) => [name, [] as number[]]))
  for (let round = 0; round < rounds; round++)
    for (let turn = 0; turn < contestants.length; turn++) {
      const { name, work } = contestants[(turn + round) % contestants.length]!
      costs.get(name)!.push(await work(roundMs))
    }
  return costs
}

const wholePath = async (): Promise<Costs> => {
  await using cleanup = new AsyncDisposableStack()
  const start = ([name, dispatcher]: readonly [Name, MeasuredFunction]) => {
    const env = surroundings.environmentFor(dispatcher)
    return dispatcherOf(name, dispatcher, cleanup.use(startContainer(name, runtime, env)))
  }
  return await inTurns(await Promise.all([...dispatchers].map(start)))
}

const print = (title: string, costs: Costs): void => {
  console.log(title)
  console.table(
    [...costs].map(([name, each]) => {
      const cpuMs = median(each)
      return { name, 'CPU ms': Number(cpuMs.toFixed(3)), 'per CPU second': Math.round(1000 / cpuMs) }
    }),
  )
}

await storeBenchEvent()
const all: Costs[] = []
for (let run = 1; run <= runs; run++) {
  all.push(await wholePath())
  print(`run ${run}: queue message to logged attempt`, all.at(-1)!)
}

const ratios = (name: Name) =>
  all.every(costs => costs.has(name))
    ? all.map(costs => pairedRatio(costs.get(name)!, costs.get('ours')!))
    : withoutPeers
printAgainst({ 'deliveries per CPU second': ratios('unchanged') })
conclude('deliveries', `${rounds} rounds of ${roundMs} ms for every contestant, warmed up`, {
  toFetch: ratios('fetch'),
  toUndici: ratios('undici'),
})
