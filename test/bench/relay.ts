/*
 * How many verifications a second one shard of the table's stream can carry: npm run bench -- relay.
 *
 * The relay's own handler gets full batches of what the stream tells of test verifications (accepted, work opened,
 * decided) and calls a table and queues that answer at once, in a process of their own. Measured is the CPU time of
 * the relay's process. From it follows what the lanes of its template do at once, of which each has memory / 1769 of a
 * core (https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html) and waits besides for the calls of a
 * batch that must follow one another. With `--against COMMIT`, beside the relay of the commit, in turns.
 */
import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda'
import { toAttributes } from '../../shared/aws/attributes.ts'
import { simulationOf } from '../../shared/sandbox/agent/report.ts'
import { dataKeysPartition } from '../../shared/table/data-key-kind.ts'
import { generateId } from '../../shared/table/id.ts'
import { assignmentKey } from '../../shared/verification/assignment-kind.ts'
import { verificationKey } from '../../shared/verification/kinds.ts'
import { address } from '../../shared/verification/product/address.ts'
import type { Verification } from '../../shared/verification/verification.ts'
import { buildEndpoint } from '../../shared/webhook/endpoint/endpoint.ts'
import { endpointKey } from '../../shared/webhook/endpoint/kinds.ts'
import { addressOrder } from '../support/orders.ts'
import { runsOr, unlessShort } from './options.ts'
import { conclude, printAgainst } from './recording.ts'
import { type MeasuredFunction, openStage } from './stage.ts'
import { openUnchanged } from './unchanged.ts'

const runs = runsOr(5)
const verifications = unlessShort(1000, 40)
/** A list of endpoints, the events, the messages, the notes that they were told: each some milliseconds in an emulator. */
const [callsInTurn, callMs] = [4, 10]
const tenant = { organisationId: 1, mode: 'test' } as const
const now = new Date().toISOString()

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

const endpoint = () => {
  const owner = { ...tenant, id: 5, secrets: [], scopes: ['addresses'], now } as const
  const stored = buildEndpoint({ url: 'https://receiver.example/hook' } as never, owner)
  return toAttributes({ ...stored, ...endpointKey(tenant, owner.id) })
}

const answers: Readonly<
  Record<string, (body: { Entries: { Id: string; MessageBody: string }[] }) => object>
> = {
  // This table has no key: what sealing adds is not in the figure.
  Query: body =>
    JSON.stringify(body).includes(dataKeysPartition)
      ? { Items: [], Count: 0, ScannedCount: 0 }
      : { Items: [endpoint()], Count: 1, ScannedCount: 1 },
  GetSecretValue: () => ({ SecretString: 'a key of the stage' }),
  SendMessageBatch: ({ Entries }) => ({
    Successful: Entries.map(({ Id, MessageBody }) => ({
      Id,
      MessageId: Id,
      MD5OfMessageBody: md5(MessageBody),
    })),
  }),
}

/** The table, the queues and the secrets, as far as the relay calls them. */
const serve = async (): Promise<void> => {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const action = String(request.headers['x-amz-target']).split('.').at(-1)!
    const answer = answers[action]?.(JSON.parse(Buffer.concat(chunks).toString())) ?? {}
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(answer))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  process.send!(server.address())
}

const recordOf = (key: object, before: object | undefined, after: object): DynamoDBRecord =>
  ({
    dynamodb: {
      SequenceNumber: '1',
      ...(before && { OldImage: toAttributes({ ...before, ...key }) }),
      NewImage: toAttributes({ ...after, ...key }),
    },
  }) as DynamoDBRecord

/** What the stream tells of a verification's whole life. */
const lifeOf = (number: number): DynamoDBRecord[] => {
  const id = generateId(Date.now() + number, 0)
  const order = addressOrder({ street: `${number} Relay Street`, customerReference: `relay-${number}` })
  const accepted: Verification = address.order(order as never, {
    id,
    applicantId: id,
    ...tenant,
    clientId: 'a-client',
    now,
  })
  const report = simulationOf.address.report(accepted, { at: now, outcome: 'verified' })
  const decided = { ...accepted, outcome: 'verified', report, price: 2500, approvedAt: now }
  const key = verificationKey(tenant, id)
  const work = { ...tenant, verificationId: id, taskToken: 'a token', assignedAt: now }
  return [
    recordOf(key, undefined, accepted),
    recordOf(assignmentKey(tenant, id), undefined, work),
    recordOf(key, accepted, decided),
  ]
}

/** The table and the queues, in a process of their own, where the relay of this one finds them. */
const startEngine = async (relays: readonly MeasuredFunction[]) => {
  const engine = fork(new URL(import.meta.url), ['engine'])
  const [{ port }] = (await once(engine, 'message')) as [{ port: number }]
  const url = `http://127.0.0.1:${port}`
  const here = {
    AWS_ENDPOINT_URL: url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'bench',
    AWS_SECRET_ACCESS_KEY: 'bench',
  }
  for (const { templateVariables } of relays) Object.assign(process.env, templateVariables, here)
  return engine
}

const load = createRequire(import.meta.url) as (
  file: string,
) => Readonly<
  Record<string, (event: { readonly Records: readonly DynamoDBRecord[] }) => Promise<DynamoDBBatchResponse>>
>

/** Without what the relay logs, and its metrics, which go past the console. */
const silently = async (work: () => Promise<void>): Promise<void> => {
  const { write } = process.stdout
  process.stdout.write = () => true
  try {
    await work()
  } finally {
    process.stdout.write = write
  }
}

/** Verifications a second. */
const measure = async (name: string, relay: MeasuredFunction): Promise<number> => {
  const { batchSize, lanes, memoryMegabytes } = relay
  const handler = load(relay.file)[relay.exported]!
  const records = Array.from({ length: verifications }, (_, number) => lifeOf(number)).flat()
  const batches: DynamoDBRecord[][] = []
  for (let start = 0; start < records.length; start += batchSize)
    batches.push(records.slice(start, start + batchSize))
  const handle = async (some: readonly DynamoDBRecord[][]): Promise<void> => {
    for (const Records of some)
      if ((await handler({ Records })).batchItemFailures.length > 0) throw new Error('A change failed')
  }
  await silently(() => handle(batches.slice(0, Math.ceil(batches.length / 4))))
  const start = process.cpuUsage()
  await silently(() => handle(batches))
  const { user, system } = process.cpuUsage(start)
  const cpuMs = (user + system) / 1000 / verifications
  const laneMs = (cpuMs * batchSize) / 3 / (memoryMegabytes / 1769) + callsInTurn * callMs
  console.log(
    `${name}: ${cpuMs.toFixed(2)} ms of CPU a verification, ${laneMs.toFixed(0)} ms a batch of ${batchSize} in a lane of ${memoryMegabytes} MB, ${callsInTurn * callMs} of it waits`,
  )
  return (lanes * batchSize) / 3 / (laneMs / 1000)
}

const compare = async (cleanup: AsyncDisposableStack): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'verification-relay-'))
  cleanup.defer(() => rmSync(folder, { recursive: true, force: true }))
  const own = (await openStage(folder)).get('outbox/relay')
  const earlier = openUnchanged(cleanup)?.get('outbox/relay')
  const engine = await startEngine(earlier ? [earlier, own] : [own])
  cleanup.defer(() => void engine.kill())
  const perSecond: number[] = []
  const ratios: number[] = []
  for (let run = 0; run < runs; run++) {
    perSecond.push(await measure('ours', own))
    if (earlier) ratios.push(perSecond.at(-1)! / (await measure('unchanged', earlier)))
  }
  printAgainst({ 'verifications a second': ratios })
  conclude('relay', `${verifications} verifications, three changes each`, { perSecond })
}

if (process.argv[2] === 'engine') await serve()
else {
  await using cleanup = new AsyncDisposableStack()
  await compare(cleanup)
}
