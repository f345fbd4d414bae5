import { stages } from '../../../infra/stages.ts'
import { ledgerKind } from '../../../shared/ledger/kinds.ts'
import {
  accessLogBytes,
  coldShare,
  daysPerMonth,
  keyRequestsPerObject,
  lateDeletionDays,
  ledgerLine,
  logEventBytes,
  logsKeptShare,
  overheadBytes,
  runtimeStartMs,
  secondsPerMonth,
} from './assumptions.ts'
import { type BilledRegion, type PriceName, priceIn } from './prices.ts'
import type { Usage } from './usage.ts'

/** A line of a bill for a million of something: how much of what has a price. */
export interface Line {
  readonly service: string
  readonly amounts: Readonly<Partial<Record<PriceName, number>>>
  /** What was counted. */
  readonly counted: string
}

const million = 1e6

export const line = (service: string, amounts: Line['amounts'], counted: string): Line => ({
  service,
  amounts,
  counted,
})

const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0)

export const dollarsOf = ({ amounts }: Line, region: BilledRegion = 'us-east-1'): number =>
  sum(Object.entries(amounts).map(([name, amount]) => amount * priceIn(region, name as PriceName)))

export const totalOf = (lines: readonly Line[], region?: BilledRegion): number =>
  sum(lines.map(one => dollarsOf(one, region)))

const short = (count: number): string => `${Number(count.toFixed(3))}`

const lambdaLines = ({ functions }: Usage): Line[] => {
  const secondsOf = (msOf: (one: Usage['functions'][number]) => number) => ({
    gbSecond: million * sum(functions.map(one => one.invocations * gbSeconds(msOf(one), one.memoryMb))),
  })
  const invocations = sum(functions.map(one => one.invocations))
  const reads = sum(functions.map(one => one.invocations * one.secretReads)) * coldShare
  const init = secondsOf(one => coldShare * (runtimeStartMs + one.importCpuMs + one.firstCpuMs))
  return [
    line('Lambda: invocations', { invocation: invocations * million }, short(invocations)),
    line(
      'Lambda: computing',
      secondsOf(one => one.billedMs - one.waitedMs - one.upstreamMs),
      'CPU time',
    ),
    line(
      'Lambda: waiting for AWS',
      secondsOf(one => one.waitedMs),
      'stated times of calls',
    ),
    line(
      'Lambda: waiting for receivers',
      secondsOf(one => one.upstreamMs),
      'stated time of a receiver',
    ),
    line('Lambda: containers that start', init, `${coldShare * 100} % of invocations`),
    line('Secrets Manager', { secretRead: reads * million }, `${short(reads)} reads`),
  ]
}

const gbSeconds = (ms: number, memoryMb: number): number => (ms / 1000) * (memoryMb / 1024)

type Stored = Usage['stored'][number]

const isLedgerLine = ({ key }: Stored): boolean => key.startsWith('ledger#')

/** Whatever expires goes a little later. */
const daysOf = (item: Stored): number => item.days + lateDeletionDays

/** GB-months of what a million leave behind. */
const gbMonthsOf = (stored: readonly Stored[], bytesOf: (item: Stored) => number): number =>
  sum(stored.map(item => (bytesOf(item) * daysOf(item)) / daysPerMonth)) * (million / 1e9)

/** The seals of a month, for as long as lines are kept. */
const sealLines = (stored: readonly Stored[]): Line[] => {
  // Bytes are shared among repetitions.
  const lines = sum(stored.filter(isLedgerLine).map(item => item.tableBytes)) / ledgerLine.tableBytes
  if (lines === 0) return []
  const gbMonths = ((lines * ledgerLine.packedBytes * million) / 1e9) * (ledgerKind.days / daysPerMonth)
  return [line('S3: seals of the ledger', { standardGbMonth: gbMonths }, `${gbMonths.toFixed(1)} GB-months`)]
}

/** Until the retention of each item ends. Recovery is paid for the table alone, not for its global indexes. */
export const storageLines = ({ stored }: Usage): Line[] => {
  const all = gbMonthsOf(stored, ({ tableBytes, indexBytes }) => tableBytes + indexBytes)
  const table = gbMonthsOf(stored, ({ tableBytes }) => tableBytes)
  const counted = (gbMonths: number) => `${gbMonths.toFixed(1)} GB-months until retention ends`
  return [
    line('DynamoDB: storage', { tableGbMonth: all }, counted(all)),
    line('DynamoDB: recovery to any second', { recoveryGbMonth: table }, counted(table)),
    ...sealLines(stored),
  ]
}

const tableLines = (usage: Usage): Line[] => {
  const { writeUnits, readUnits } = usage
  return [
    line('DynamoDB: writes', { writeUnit: writeUnits * million }, `${short(writeUnits)} WRU`),
    line('DynamoDB: reads', { readUnit: readUnits * million }, `${short(readUnits)} RRU`),
    ...storageLines(usage),
  ]
}

const logLines = ({ logBytes, logEvents, exchanges }: Usage): Line[] => {
  const bytes = logBytes + exchanges * accessLogBytes + (logEvents + exchanges) * logEventBytes
  const gb = (bytes * million) / 1e9
  const months = stages.prod.logRetentionDays / daysPerMonth
  return [
    line('Logs: taken in', { logGb: gb }, `${Math.round(bytes)} bytes`),
    line(
      'Logs: kept',
      { logGbMonth: gb * logsKeptShare * months },
      `${stages.prod.logRetentionDays} days, compressed`,
    ),
  ]
}

/**
 * Traces of a million spread over a month: the default rule takes the first request of each second, over all functions,
 * and 5 % of the others (https://docs.aws.amazon.com/xray/latest/devguide/xray-console-sampling.html). A workflow's
 * tasks belong to the trace of its execution.
 */
export const tracesOf = ({ functions, stateEntries }: Usage): number => {
  const invocations = sum(functions.map(one => one.invocations))
  const roots = million * (invocations - stateEntries + (stateEntries > 0 ? 1 : 0))
  const certain = Math.min(roots, secondsPerMonth)
  return certain + 0.05 * (roots - certain)
}

/** Once in five minutes per function and key: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/encryption.howitworks.html */
const keyRequestsOf = ({ functions }: Usage): number => (functions.length * secondsPerMonth) / 300

/** What of the bucket's is read and written, by functions and past them. */
const bucketLines = ({ bucketPuts, bucketGets }: Usage): Line[] =>
  bucketPuts + bucketGets === 0
    ? []
    : [
        line('S3: PUTs', { putObject: bucketPuts * million }, short(bucketPuts)),
        line('S3: GETs', { getObject: bucketGets * million }, short(bucketGets)),
        line(
          'KMS: photos',
          { keyRequest: (bucketPuts + bucketGets) * keyRequestsPerObject * million },
          'a request in a hundred photos',
        ),
      ]

/** For a million in a month, but for what goes out to the internet. */
export const billOf = (usage: Usage): Line[] => {
  const { stateEntries, plainQueueRequests, fairQueueRequests, apiRequests } = usage
  const queues = { queueRequest: plainQueueRequests * million, fairQueueRequest: fairQueueRequests * million }
  return [
    line('Step Functions', { stateEntry: stateEntries * million }, `${short(stateEntries)} states`),
    ...tableLines(usage),
    ...lambdaLines(usage),
    ...bucketLines(usage),
    line('SQS', queues, `${short(plainQueueRequests)} requests, ${short(fairQueueRequests)} with a group`),
    line('API Gateway', { httpApiRequest: apiRequests * million }, `${short(apiRequests)} requests`),
    ...logLines(usage),
    line('KMS', { keyRequest: keyRequestsOf(usage) }, 'a request in 5 minutes and function'),
    line('X-Ray', stages.prod.tracing ? { trace: tracesOf(usage) } : {}, 'off in prod'),
  ]
}

/** What goes out: answers through the gateway, and requests of so many bytes to receivers and registries. */
export const egressOf = ({ exchanges, answerBytes }: Usage, requests: readonly number[]): Line => {
  const answers = answerBytes + exchanges * overheadBytes.kept
  const sent = sum(requests.map(bytes => bytes + overheadBytes.opened))
  const gb = ((answers + sent) * million) / 1e9
  const counted = `${Math.round(answers)} bytes answered, ${Math.round(sent)} sent`
  return line('Data to the internet', { egressGb: gb }, counted)
}

/** Photos that reviewers see in full come from the bucket. */
export const photoEgressOf = ({ bucketBytes }: Usage): Line =>
  line('Photos to reviewers', { egressGb: (bucketBytes * million) / 1e9 }, `${Math.round(bucketBytes)} bytes`)
