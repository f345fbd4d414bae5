import { stages } from '../../../infra/stages.ts'
import {
  accessLogBytes,
  coldShare,
  daysPerMonth,
  lateDeletionDays,
  logEventBytes,
  logsKeptShare,
  overheadBytes,
  runtimeStartMs,
  secondsPerMonth,
} from './assumptions.ts'
import { prices } from './prices.ts'
import type { Usage } from './usage.ts'

/** A line of a bill for a million of something. */
export interface Line {
  readonly service: string
  readonly dollars: number
  /** What was counted. */
  readonly counted: string
}

const million = 1e6

export const line = (service: string, dollars: number, counted: string): Line => ({
  service,
  dollars,
  counted,
})

const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0)

export const totalOf = (lines: readonly Line[]): number => sum(lines.map(({ dollars }) => dollars))

const gbSeconds = (ms: number, memoryMb: number): number => (ms / 1000) * (memoryMb / 1024)

const lambdaLines = ({ functions }: Usage): Line[] => {
  const dollarsOf = (msOf: (one: Usage['functions'][number]) => number) =>
    sum(functions.map(one => one.invocations * gbSeconds(msOf(one), one.memoryMb))) *
    prices.gbSecond.dollars *
    million
  const invocations = sum(functions.map(one => one.invocations))
  const reads = sum(functions.map(one => one.invocations * one.secretReads)) * coldShare
  const init = dollarsOf(one => coldShare * (runtimeStartMs + one.importCpuMs + one.firstCpuMs))
  return [
    line('Lambda: invocations', invocations * prices.invocation.dollars * million, `${invocations}`),
    line(
      'Lambda: computing',
      dollarsOf(one => one.billedMs - one.waitedMs - one.upstreamMs),
      'CPU time',
    ),
    line(
      'Lambda: waiting for AWS',
      dollarsOf(one => one.waitedMs),
      'stated times of calls',
    ),
    line(
      'Lambda: waiting for receivers',
      dollarsOf(one => one.upstreamMs),
      'stated time of a receiver',
    ),
    line('Lambda: containers that start', init, `${coldShare * 100} % of invocations`),
    line('Secrets Manager', reads * prices.secretRead.dollars * million, `${reads.toFixed(3)} reads`),
  ]
}

type Stored = Usage['stored'][number]

/** GB-months of what a million leave behind. */
const gbMonthsOf = (stored: readonly Stored[], bytesOf: (item: Stored) => number): number =>
  sum(stored.map(item => (bytesOf(item) * (item.days + lateDeletionDays)) / daysPerMonth)) * (million / 1e9)

/** Until the retention of each item ends. Recovery is paid for the table alone, not for its global indexes. */
export const storageLines = ({ stored }: Usage): Line[] => {
  const all = gbMonthsOf(stored, ({ tableBytes, indexBytes }) => tableBytes + indexBytes)
  const table = gbMonthsOf(stored, ({ tableBytes }) => tableBytes)
  const counted = (gbMonths: number) => `${gbMonths.toFixed(1)} GB-months until retention ends`
  return [
    line('DynamoDB: storage', all * prices.tableGbMonth.dollars, counted(all)),
    line('DynamoDB: recovery to any second', table * prices.recoveryGbMonth.dollars, counted(table)),
  ]
}

const tableLines = (usage: Usage): Line[] => {
  const { writeUnits, readUnits } = usage
  return [
    line('DynamoDB: writes', writeUnits * prices.writeUnit.dollars * million, `${writeUnits} WRU`),
    line('DynamoDB: reads', readUnits * prices.readUnit.dollars * million, `${readUnits} RRU`),
    ...storageLines(usage),
  ]
}

const logLines = ({ logBytes, logEvents, apiRequests }: Usage): Line[] => {
  const bytes = logBytes + apiRequests * accessLogBytes + (logEvents + apiRequests) * logEventBytes
  const gb = (bytes * million) / 1e9
  const months = stages.prod.logRetentionDays / daysPerMonth
  const kept = gb * logsKeptShare * months * prices.logGbMonth.dollars
  return [
    line('Logs: taken in', gb * prices.logGb.dollars, `${Math.round(bytes)} bytes`),
    line('Logs: kept', kept, `${stages.prod.logRetentionDays} days, compressed`),
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

/** Dollars for a million in a month, but for what goes out to the internet. */
export const billOf = (usage: Usage): Line[] => {
  const { stateEntries, plainQueueRequests, fairQueueRequests, apiRequests } = usage
  const plain = plainQueueRequests * prices.queueRequest.dollars * million
  const fair = fairQueueRequests * prices.fairQueueRequest.dollars * million
  return [
    line('Step Functions', stateEntries * prices.stateEntry.dollars * million, `${stateEntries} states`),
    ...tableLines(usage),
    ...lambdaLines(usage),
    line('SQS', plain + fair, `${plainQueueRequests} requests, ${fairQueueRequests} with a group`),
    line('API Gateway', apiRequests * prices.httpApiRequest.dollars * million, `${apiRequests} requests`),
    ...logLines(usage),
    line('KMS', keyRequestsOf(usage) * prices.keyRequest.dollars, 'a request in 5 minutes and function'),
    line('X-Ray', stages.prod.tracing ? tracesOf(usage) * prices.trace.dollars : 0, 'off in prod'),
  ]
}

/** What goes out: answers through the gateway, and requests of so many bytes to receivers and registries. */
export const egressOf = ({ apiRequests, answerBytes }: Usage, requests: readonly number[]): Line => {
  const answers = answerBytes + apiRequests * overheadBytes.kept
  const sent = sum(requests.map(bytes => bytes + overheadBytes.opened))
  const gb = ((answers + sent) * million) / 1e9
  const counted = `${Math.round(answers)} bytes answered, ${Math.round(sent)} sent`
  return line('Data to the internet', gb * prices.egressGb.dollars, counted)
}
