/*
 * Deliveries per second of processor time, over TLS: node test/bench/deliveries.ts. Over the whole path, from a queue's
 * batch of ten messages to the logged attempts: ours against a team's dispatcher that sends by `fetch`, `undici.request`
 * and `node:https`, on the same engine over TLS, each in a process of its own. And the signed request alone, in turns
 * in this process. In a round every contestant works once; a ratio is the median of the rounds' own.
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
import { bundleFunctions, bundlePlainly } from './peers/bundles.ts'
import { type Container, startContainer } from './peers/container.ts'
import { endpointKeyOf, eventKeyOf, type Send, sign } from './peers/dispatch/dispatcher.ts'
import { send as sendByFetch } from './peers/dispatch/fetch.ts'
import { send as sendByHttps } from './peers/dispatch/https.ts'
import { batchSize, benchEventId } from './peers/event.ts'
import { importPeer } from './peers/installed.ts'
import { startReceiver } from './peers/receiver.ts'
import { median, pairedRatio } from './peers/statistics.ts'
import { openSurroundings } from './peers/surroundings.ts'
import { conclude, runs } from './recording.ts'

const rounds = 6
const roundMs = 400
const warmUpMs = 1500
const names = ['ours', 'fetch', 'undici', 'https'] as const
type Name = (typeof names)[number]
/** CPU milliseconds of a delivery, round by round. */
type Costs = Record<Name, number[]>

const { send: sendByUndici } = await importPeer<{ send: Send }>('dispatch/undici')

const tenant = { organisationId: 1, mode: 'test' } as const
const body = JSON.stringify({
  event: 'address',
  event_type: 'verification_completed',
  data: { id: 1, note: randomBytes(1100).toString('base64') },
})

await using surroundings = await openSurroundings()
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

const [ours] = bundleFunctions(['dispatch/deliver'], surroundings.folder) as [string]
const bundlePeer = (name: string) => bundlePlainly(`dispatch/${name}`, surroundings.folder)
const files: Record<Name, string> = {
  ours,
  fetch: bundlePeer('fetch'),
  undici: bundlePeer('undici'),
  https: bundlePeer('https'),
}
const runtime = bundlePlainly('contestant', surroundings.folder)

const env = {
  ...surroundings.environmentFor('tls'),
  WEBHOOK_ALLOW_LOCAL: 'true',
  WEBHOOK_RETRY_DELAYS_SECONDS: '[5]',
  WEBHOOK_TIMEOUT_SECONDS: '15',
}

interface Dispatcher {
  readonly name: Name
  /** CPU milliseconds of a delivery. */
  work(forMs: number): Promise<number>
}

const dispatcherOf = async (name: Name, container: Container): Promise<Dispatcher> => {
  const endpointId = await newEndpoint()
  const file = files[name]
  const work = async (forMs: number) => {
    const { cpuMs, requests } = await container.run({ kind: 'deliver', file, endpointId, forMs })
    return cpuMs / (requests * batchSize)
  }
  return { name, work }
}

const noCosts = (): Costs => ({ ours: [], fetch: [], undici: [], https: [] })

const inTurns = async (contestants: readonly Dispatcher[]): Promise<Costs> => {
  for (const { work } of contestants) await work(warmUpMs)
  const costs = noCosts()
  for (let round = 0; round < rounds; round++)
    for (let turn = 0; turn < contestants.length; turn++) {
      const { name, work } = contestants[(turn + round) % contestants.length]!
      costs[name].push(await work(roundMs))
    }
  return costs
}

const wholePath = async (): Promise<Costs> => {
  await using cleanup = new AsyncDisposableStack()
  const start = (name: Name) => dispatcherOf(name, cleanup.use(startContainer(name, runtime, { ...env })))
  return await inTurns(await Promise.all(names.map(start)))
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

const sends: Record<Name, () => Promise<number>> = {
  ours: ownSend,
  fetch: peerSend(sendByFetch),
  undici: peerSend(sendByUndici),
  https: peerSend(sendByHttps),
}

const sendFor = async (send: () => Promise<number>, forMs: number): Promise<number> => {
  const until = performance.now() + forMs
  const before = process.cpuUsage()
  let sent = 0
  while (performance.now() < until) {
    const statuses = await Promise.all(Array.from({ length: batchSize }, send))
    if (statuses.some(status => status !== 200)) throw new Error(`answered ${statuses}`)
    sent += batchSize
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / sent
}

const alone = () => inTurns(names.map(name => ({ name, work: forMs => sendFor(sends[name], forMs) })))

const print = (title: string, costs: Costs): void => {
  console.log(title)
  console.table(
    names.map(name => {
      const cpuMs = median(costs[name])
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

const ratios = (all: readonly Costs[], name: Name) => all.map(costs => pairedRatio(costs[name], costs.ours))
conclude('deliveries', `${rounds} rounds of ${roundMs} ms for every contestant, warmed up`, {
  pathToFetch: ratios(paths, 'fetch'),
  pathToUndici: ratios(paths, 'undici'),
  pathToHttps: ratios(paths, 'https'),
  sendToFetch: ratios(sendings, 'fetch'),
  sendToUndici: ratios(sendings, 'undici'),
  sendToHttps: ratios(sendings, 'https'),
  cpu: paths.map(({ ours: costs }) => median(costs)),
})
connections.close()
