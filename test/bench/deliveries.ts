/*
 * Deliveries per second of processor time, over TLS: node test/bench/deliveries.ts. Over the whole path, from a queue's
 * batch of ten messages to the logged attempts: ours against a team's dispatcher that sends by `fetch`, `undici.request`
 * and `node:https`, on the same engine over TLS, each in a process of its own. And the signed request alone, in turns
 * in this process. In a round every contestant works once; a ratio is the median of the rounds' own. With
 * `--against COMMIT`, the path also beside the dispatcher of the commit.
 */
import { randomBytes } from 'node:crypto'
import { setDefaultCACertificates } from 'node:tls'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb'
import { pack } from '../../shared/event/body.ts'
import { freezeEvent } from '../../shared/event/freeze-store.ts'
import { buildEndpoint } from '../../shared/webhook/endpoint/endpoint.ts'
import { encryptSecrets } from '../../shared/webhook/endpoint/secret.ts'
import { insertEndpoint } from '../../shared/webhook/endpoint/store.ts'
import { callEndpoint } from '../../shared/webhook/transport/attempt.ts'
import { createConnectionPool } from '../../shared/webhook/transport/request.ts'
import { newSecret } from '../../shared/webhook/transport/signature.ts'
import { isShort, runs, unlessShort } from './options.ts'
import { bundlePlainly } from './peers/bundles.ts'
import { type Container, startContainer } from './peers/container.ts'
import { endpointKeyOf, eventKeyOf, type Send, sign } from './peers/dispatch/dispatcher.ts'
import { send as sendByFetch } from './peers/dispatch/fetch.ts'
import { send as sendByHttps } from './peers/dispatch/https.ts'
import { benchEventId } from './peers/event.ts'
import { importPeer } from './peers/installed.ts'
import { startReceiver } from './peers/receiver.ts'
import { median, pairedRatio } from './peers/statistics.ts'
import { openSurroundings } from './peers/surroundings.ts'
import { conclude, printAgainst, withoutPeers } from './recording.ts'
import type { MeasuredFunction } from './stage.ts'

const { rounds, roundMs, warmUpMs } = unlessShort(
  { rounds: 6, roundMs: 400, warmUpMs: 1500 },
  { rounds: 1, roundMs: 0, warmUpMs: 0 },
)
type Name = 'ours' | 'unchanged' | 'fetch' | 'undici' | 'https'
/** CPU milliseconds of a delivery, round by round. */
type Costs = ReadonlyMap<Name, number[]>

/** `undici` is a package of the peers. */
const sendByUndici = isShort ? undefined : (await importPeer<{ send: Send }>('dispatch/undici')).send

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
  ['https', peer('https')],
])
if (sendByUndici) dispatchers.set('undici', peer('undici'))
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
    const env = surroundings.environmentFor(dispatcher, 'tls')
    return dispatcherOf(name, dispatcher, cleanup.use(startContainer(name, runtime, env)))
  }
  return await inTurns(await Promise.all([...dispatchers].map(start)))
}

const connections = createConnectionPool()
const rules = { allowHttp: true, allowLoopback: true }
const lookup = async () => ['127.0.0.1']

const ownSend = async (): Promise<number> => {
  const request = { endpointUrl: url, id: benchEventId, body, secrets: [secret] }
  return (await callEndpoint({ ...request, rules, lookup, connections })).status ?? 0
}
const peerSend = (send: Send) => () =>
  send(sign(benchEventId, body, { url, secret, addresses: ['127.0.0.1'] }))

const sends = new Map<Name, () => Promise<number>>([
  ['ours', ownSend],
  ['fetch', peerSend(sendByFetch)],
  ['https', peerSend(sendByHttps)],
])
if (sendByUndici) sends.set('undici', peerSend(sendByUndici))

const sendFor = async (send: () => Promise<number>, forMs: number): Promise<number> => {
  const until = performance.now() + forMs
  const before = process.cpuUsage()
  let sent = 0
  do {
    const statuses = await Promise.all(Array.from({ length: batchSize }, send))
    if (statuses.some(status => status !== 200)) throw new Error(`answered ${statuses}`)
    sent += batchSize
  } while (performance.now() < until)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / sent
}

const alone = () => inTurns([...sends].map(([name, send]) => ({ name, work: forMs => sendFor(send, forMs) })))

const print = (title: string, costs: Costs): void => {
  console.log(title)
  console.table(
    [...costs].map(([name, each]) => {
      const cpuMs = median(each)
      return { name, 'CPU ms': Number(cpuMs.toFixed(3)), 'per CPU second': Math.round(1000 / cpuMs) }
    }),
  )
}

setDefaultCACertificates([surroundings.authority])
await storeBenchEvent()
const paths: Costs[] = []
const sendings: Costs[] = []
for (let run = 1; run <= runs; run++) {
  paths.push(await wholePath())
  sendings.push(await alone())
  print(`run ${run}: queue message to logged attempt`, paths.at(-1)!)
  print(`run ${run}: the request alone`, sendings.at(-1)!)
}

const ratios = (all: readonly Costs[], name: Name) =>
  all.every(costs => costs.has(name))
    ? all.map(costs => pairedRatio(costs.get(name)!, costs.get('ours')!))
    : withoutPeers
printAgainst({ 'deliveries per CPU second': ratios(paths, 'unchanged') })
conclude('deliveries', `${rounds} rounds of ${roundMs} ms for every contestant, warmed up`, {
  pathToFetch: ratios(paths, 'fetch'),
  pathToUndici: ratios(paths, 'undici'),
  pathToHttps: ratios(paths, 'https'),
  sendToFetch: ratios(sendings, 'fetch'),
  sendToUndici: ratios(sendings, 'undici'),
  sendToHttps: ratios(sendings, 'https'),
  cpu: paths.map(costs => median(costs.get('ours')!)),
})
connections.close()
