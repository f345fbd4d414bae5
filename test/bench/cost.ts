/*
 * What a million address verifications and a million identity look-ups cost at list prices, computed from what one
 * of them used on the laptop's region: node test/bench/cost.ts.
 *
 * The laptop's milliseconds are a whole core's, while Lambda gives a function 1/1769 of a core per MB
 * (https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html). Billed time is therefore taken to be the
 * measured time times 1769 / memory, waits included, which makes up for an engine that is nearer than DynamoDB is.
 * Everything is handled one by one: batches, which only busy days bring, would save messages and invocations.
 */

import { simulatedPerson } from '../../infra/local/registry-simulator-replies.ts'
import { stages } from '../../infra/stages.ts'
import photos from '../../shared/fieldwork/simulated/photos.json' with { type: 'json' }
import { eventually } from '../support/eventually.ts'
import { products } from '../support/identities.ts'
import { addressOrder } from '../support/orders.ts'
import { startWorld } from '../support/world.ts'
import { watchInvocations } from './lambda-invocations.ts'
import { ratio } from './peers/statistics.ts'
import { type FunctionUsage, measure, type Usage } from './usage.ts'

/** Dollars in us-east-1, first tier, without free tiers, as of November 2026. Looked up where a page said so, else from memory. */
const prices = {
  /** https://aws.amazon.com/api-gateway/pricing/ (HTTP API, looked up) */
  perApiRequest: 1 / 1e6,
  /** https://aws.amazon.com/lambda/pricing/ (looked up) */
  perInvocation: 0.2 / 1e6,
  /** Arm; looked up. */
  perGbSecond: 0.000_013_333_4,
  /** https://aws.amazon.com/dynamodb/pricing/on-demand/ (looked up) */
  perWriteUnit: 0.625 / 1e6,
  perReadUnit: 0.125 / 1e6,
  /** https://aws.amazon.com/sqs/pricing/ (looked up); fair queues cost a tenth of a dollar more. */
  perQueueRequest: 0.4 / 1e6,
  perFairQueueRequest: 0.5 / 1e6,
  /** https://aws.amazon.com/step-functions/pricing/ (looked up) */
  perStateEntry: 25 / 1e6,
  /** https://aws.amazon.com/s3/pricing/ (looked up): PUT */
  perPhotoUpload: 5 / 1e6,
  /** https://aws.amazon.com/secrets-manager/pricing/ (from memory) */
  perSecretRead: 5 / 1e6,
  /** https://aws.amazon.com/cloudwatch/pricing/ (looked up) */
  perLogGb: 0.5,
  /** https://aws.amazon.com/xray/pricing/ (looked up) */
  perTrace: 5 / 1e6,
  /** https://aws.amazon.com/kms/pricing/ (looked up) */
  perKeyRequest: 3 / 1e6,
} as const

/** A line of the access log and its fields, of which the longest is the route. */
const accessLogBytes = 300
const million = 1e6
const secondsPerMonth = 2_628_000

const billedMs = ({ medianMs, memoryMb }: FunctionUsage): number => Math.ceil((medianMs * 1769) / memoryMb)

const computeOf = ({ functions }: Usage): number =>
  functions.reduce((total, one) => {
    const gbSeconds = (one.invocations * billedMs(one) * one.memoryMb) / 1000 / 1024
    return total + one.invocations * prices.perInvocation + gbSeconds * prices.perGbSecond
  }, 0)

/** Traces that a million of this work could start; a workflow's tasks belong to the trace of its execution. */
const rootsOf = ({ functions, stateEntries }: Usage): number => {
  const invocations = functions.reduce((total, one) => total + one.invocations, 0)
  return million * (invocations - stateEntries + (stateEntries > 0 ? 1 : 0))
}

/**
 * Traces of a million spread over a month: the default rule takes the first request of each second, over all
 * functions, and 5 % of the others (https://docs.aws.amazon.com/xray/latest/devguide/xray-console-sampling.html).
 */
const tracesOf = (usage: Usage): number => {
  const roots = rootsOf(usage)
  const certain = Math.min(roots, secondsPerMonth)
  return certain + 0.05 * (roots - certain)
}

/** DynamoDB asks for the table's key once in five minutes per function (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/encryption.howitworks.html). */
const keyRequestsOf = ({ functions }: Usage): number => (functions.length * secondsPerMonth) / 300

/** Dollars for a million of this work in a month. */
const billOf = (usage: Usage, photos: number) => ({
  'Step Functions': usage.stateEntries * prices.perStateEntry * million,
  'S3 uploads': photos * prices.perPhotoUpload * million,
  'DynamoDB writes': usage.writeUnits * prices.perWriteUnit * million,
  'DynamoDB reads': usage.readUnits * prices.perReadUnit * million,
  Lambda: computeOf(usage) * million,
  SQS:
    (usage.plainQueueRequests * prices.perQueueRequest +
      usage.fairQueueRequests * prices.perFairQueueRequest) *
    million,
  'API Gateway': usage.apiRequests * prices.perApiRequest * million,
  Logs: ((usage.logBytes + usage.apiRequests * accessLogBytes) / 1e9) * prices.perLogGb * million,
  'X-Ray': stages.prod.tracing ? tracesOf(usage) * prices.perTrace : 0,
  KMS: keyRequestsOf(usage) * prices.perKeyRequest,
  'Secrets Manager': usage.secretReads * prices.perSecretRead * million,
})

const report = (title: string, usage: Usage, { photos, goal }: { photos: number; goal: number }): void => {
  const bill = billOf(usage, photos)
  const total = Object.values(bill).reduce((sum, one) => sum + one, 0)
  console.log(`\n${title}`)
  console.table(
    usage.functions.map(one => ({
      ...one,
      medianMs: Number(one.medianMs.toFixed(1)),
      'billed ms': billedMs(one),
    })),
  )
  console.table(usage.units)
  console.table(
    Object.entries(bill).map(([service, dollars]) => ({
      service,
      '$ per million': Number(dollars.toFixed(2)),
    })),
  )
  console.log(`${usage.writeUnits} WRU, ${usage.readUnits} RRU, ${usage.stateEntries} state entries`)
  console.log(ratio('$ per million', total, 'at most', goal))
  if (photos > 0)
    console.log(ratio('$ per million without photos', total - bill['S3 uploads'], 'at most', goal))
  const [least, most] = [tracesOf(usage), rootsOf(usage)].map(traces => (traces * prices.perTrace).toFixed(2))
  console.log(
    `a stage with tracing pays X-Ray $${least} more, or up to $${most} if each function has its own rate`,
  )
}

using watch = watchInvocations()
await using world = await startWorld()
const client = await world.client()
const receiver = await world.receiver()
await client.post('/v1/webhooks', { url: receiver.url })

let orders = 0
const verifyAddress = async () => {
  const { status } = await client.post('/v1/addresses', addressOrder({ street: `${++orders} Allen Avenue` }))
  if (status !== 201) throw new Error(`An order was answered ${status}`)
  await eventually(async () => receiver.received.length >= orders)
}
const address = await measure(world, watch, { warmUps: 5, repetitions: 8, work: verifyAddress })
report('An address verification, ordered to delivered', address, {
  photos: Object.keys(photos).length,
  goal: 90,
})

const live = await world.client('local-live')
const nin = products.find(({ name }) => name === 'nin')!
let lookUps = 100
const lookUp = async () => {
  const { firstname, lastname } = simulatedPerson
  const { status } = await live.post(nin.path(`20000000${++lookUps}`), { firstname, lastname })
  if (status !== 200) throw new Error(`A look-up was answered ${status}`)
}
const identity = await measure(world, watch, { warmUps: 10, repetitions: 20, work: lookUp })
report('An identity look-up, the registry answering at once', identity, { photos: 0, goal: 3 })
