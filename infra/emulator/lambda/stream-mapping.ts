import { setTimeout as sleep } from 'node:timers/promises'
import type { HostedResource } from '../cloudformation/identity.ts'
import { type StreamReader, type StreamRecord, sequenceNumberOf } from '../dynamodb/stream-reader.ts'
import { boolean, type JsonObject, number } from '../json.ts'
import { stoppedErrorType } from './container-pool.ts'
import {
  type Mapping,
  type MatchesFilter,
  readBatchItemFailures,
  readFilters,
} from './event-source-mapping.ts'
import type { LambdaFunction } from './function.ts'

export interface Checkpoint {
  read(): string | undefined
  /** Durable before it returns, if there is a data directory. */
  write(sequenceNumber: string): void
}

interface StreamMappingOptions {
  readonly stream: StreamReader
  readonly checkpoint: Checkpoint
  readonly target: LambdaFunction
  nextWrite(milliseconds: number): Promise<unknown>
  onFailure(notice: JsonObject): void
  writeLog(line: string): void
}

interface StreamPoller extends StreamMappingOptions {
  readonly mapping: HostedResource
  readonly settings: ReturnType<typeof readSettings>
  readonly matches: MatchesFilter
  readonly signal: AbortSignal
  /** Of the batch that begins with this record: partial success restarts the count. */
  attempts: { sequenceNumber: string; count: number }
  bisectedSize: number | undefined
}

type Outcome = { kind: 'done' | 'failed' | 'stopped' } | { kind: 'failedFrom'; index: number }

const idlePollMilliseconds = 1000
/**
 * Lambda polls a shard four times a second. This is fast enough for people and lets many writes make one batch.
 */
const busyPollMilliseconds = 25
const longestBackoffMilliseconds = 5000

/** The checkpoint moves only after success, or after giving up. */
export const hostStreamMapping = (mapping: HostedResource, options: StreamMappingOptions): Mapping => {
  const stopping = new AbortController()
  const polling = poll({
    ...options,
    mapping,
    settings: readSettings(mapping),
    matches: readFilters(mapping.properties.FilterCriteria),
    signal: stopping.signal,
    attempts: { sequenceNumber: '', count: 0 },
    bisectedSize: undefined,
  })
  return {
    stop: async () => {
      stopping.abort()
      await polling
    },
  }
}

const readSettings = ({ properties }: HostedResource) => {
  const retries = number(properties.MaximumRetryAttempts) ?? -1
  return {
    batchSize: number(properties.BatchSize) ?? 100,
    maximumRetries: retries < 0 ? Number.POSITIVE_INFINITY : retries,
    maximumAgeSeconds: number(properties.MaximumRecordAgeInSeconds) ?? -1,
    bisects: boolean(properties.BisectBatchOnFunctionError),
  }
}

const poll = async (poller: StreamPoller): Promise<void> => {
  while (!poller.signal.aborted) {
    await step(poller).catch(async error => {
      if (!poller.signal.aborted) poller.writeLog(`${poller.mapping.path}: ${String(error)}`)
      await pause(500, poller)
    })
  }
}

const pause = (milliseconds: number, { signal }: StreamPoller): Promise<void> =>
  sleep(milliseconds, undefined, { signal }).catch(() => {})

const step = async (poller: StreamPoller): Promise<void> => {
  const { checkpoint, stream, settings, bisectedSize } = poller
  const batch = await stream.readAfter(checkpoint.read() ?? '0', bisectedSize ?? settings.batchSize)
  if (batch.length === 0) return void (await poller.nextWrite(idlePollMilliseconds))
  const nextPoll = pause(busyPollMilliseconds, poller)
  await processBatch(poller, batch)
  await nextPoll
}

const processBatch = async (poller: StreamPoller, batch: StreamRecord[]): Promise<void> => {
  const records = batch.filter(poller.matches)
  const first = records[0]
  const last = sequenceNumberOf(batch.at(-1)!)
  if (first === undefined) return advance(poller, last)
  if (poller.attempts.sequenceNumber !== sequenceNumberOf(first))
    poller.attempts = { sequenceNumber: sequenceNumberOf(first), count: 0 }
  const outcome = await invoke(poller, records)
  if (outcome.kind === 'done') return advance(poller, last)
  if (outcome.kind === 'stopped') return
  // Everything before the lowest failing record succeeded; the others come again.
  if (outcome.kind === 'failedFrom' && outcome.index > 0)
    return advance(poller, sequenceNumberOf(records[outcome.index - 1]!))
  await retryOrGiveUp(poller, batch, records)
}

const advance = (poller: StreamPoller, sequenceNumber: string): void => {
  poller.checkpoint.write(sequenceNumber)
  poller.bisectedSize = undefined
}

const invoke = async ({ target }: StreamPoller, records: StreamRecord[]): Promise<Outcome> => {
  const result = await target.invoke(JSON.stringify({ Records: records }))
  if (!result.ok) return { kind: result.error.errorType === stoppedErrorType ? 'stopped' : 'failed' }
  const failures = readBatchItemFailures(result.payload)
  const indexes = failures?.map(id => records.findIndex(record => sequenceNumberOf(record) === id))
  // A malformed report fails the whole batch.
  if (indexes === undefined || indexes.includes(-1)) return { kind: 'failed' }
  return indexes.length === 0 ? { kind: 'done' } : { kind: 'failedFrom', index: Math.min(...indexes) }
}

const retryOrGiveUp = async (
  poller: StreamPoller,
  batch: StreamRecord[],
  records: StreamRecord[],
): Promise<void> => {
  const { settings, attempts } = poller
  if (settings.bisects && batch.length > 1) {
    // Halving does not count as an attempt.
    poller.bisectedSize = Math.ceil(batch.length / 2)
    return
  }
  attempts.count += 1
  if (attempts.count <= settings.maximumRetries && !isTooOld(records[0]!, settings.maximumAgeSeconds))
    return pause(backoffMilliseconds(attempts.count), poller)
  poller.onFailure(await failureNotice(poller, records))
  advance(poller, sequenceNumberOf(batch.at(-1)!))
}

const backoffMilliseconds = (attempt: number): number =>
  Math.min(longestBackoffMilliseconds, 50 * 2 ** Math.min(attempt, 10))

const isTooOld = (record: StreamRecord, maximumSeconds: number): boolean =>
  maximumSeconds >= 0 &&
  Date.now() / 1000 - Number(record.dynamodb.ApproximateCreationDateTime) > maximumSeconds

const failureNotice = async (
  { mapping, target, stream, attempts }: StreamPoller,
  records: StreamRecord[],
): Promise<JsonObject> => {
  const [first, last] = [records[0]!, records.at(-1)!]
  return {
    requestContext: {
      requestId: crypto.randomUUID(),
      functionArn: target.arn,
      condition: 'RetryAttemptsExhausted',
      approximateInvokeCount: attempts.count,
    },
    responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
    version: '1.0',
    timestamp: new Date().toISOString(),
    DDBStreamBatchInfo: {
      shardId: await stream.shardId(),
      startSequenceNumber: sequenceNumberOf(first),
      endSequenceNumber: sequenceNumberOf(last),
      approximateArrivalOfFirstRecord: arrivalTime(first),
      approximateArrivalOfLastRecord: arrivalTime(last),
      batchSize: records.length,
      streamArn: mapping.properties.EventSourceArn,
    },
  }
}

const arrivalTime = (record: StreamRecord): string =>
  new Date(Number(record.dynamodb.ApproximateCreationDateTime) * 1000).toISOString()
