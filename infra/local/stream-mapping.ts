/** An event-source mapping that feeds a function from a table's stream: in order, retried, never skipping unnoticed. */
import { setTimeout as sleep } from 'node:timers/promises'
import { stoppedErrorType } from './container-pool.ts'
import { readFilters } from './event-filter.ts'
import { type Mapping, readBatchItemFailures, reportsBatchItemFailures } from './event-source-mapping.ts'
import type { LambdaFunction } from './function.ts'
import type { HostedResource } from './hosted-resource.ts'
import { boolean, type JsonObject, number } from './json.ts'
import { precedes, type StreamReader, type StreamRecord, sequenceNumberOf } from './stream-reader.ts'

export interface Checkpoint {
  read(): string | undefined
  /** Durable before it returns, where the region has a data directory. */
  write(sequenceNumber: string): void
}

export interface StreamMappingOptions {
  stream: StreamReader
  checkpoint: Checkpoint
  target: LambdaFunction
  /** Resolves when the table was written to, or after the given milliseconds. */
  nextWrite(milliseconds: number): Promise<void>
  /** Receives what the mapping gave up on. */
  onFailure(notice: JsonObject): void
  writeLog(line: string): void
}

const idlePollMilliseconds = 1000
const longestBackoffMilliseconds = 5000

interface Attempts {
  /** Of the first record of the batch: partial success starts the count anew. */
  sequenceNumber: string
  count: number
}

type Outcome =
  | { kind: 'done' }
  | { kind: 'failedFrom'; index: number }
  | { kind: 'failed' }
  | { kind: 'stopped' }

/** Polls until stopped. The checkpoint moves only after success, or after giving up. */
export function hostStreamMapping(mapping: HostedResource, options: StreamMappingOptions): Mapping {
  const { stream, checkpoint, target } = options
  const settings = readSettings(mapping)
  const matches = readFilters(mapping.properties.FilterCriteria)
  const stopping = new AbortController()
  let attempts: Attempts = { sequenceNumber: '', count: 0 }
  /** Set while a failed batch is being halved. */
  let bisectedSize: number | undefined

  const invoke = async (records: StreamRecord[]): Promise<Outcome> => {
    const result = await target.invoke(JSON.stringify({ Records: records }))
    if (!result.ok) return { kind: result.error.errorType === stoppedErrorType ? 'stopped' : 'failed' }
    const failures = reportsBatchItemFailures(mapping) ? readBatchItemFailures(result.payload) : []
    if (failures === undefined) return { kind: 'failed' }
    const indexes = failures.map(id => records.findIndex(record => sequenceNumberOf(record) === id))
    if (indexes.includes(-1)) return { kind: 'failed' }
    return indexes.length === 0 ? { kind: 'done' } : { kind: 'failedFrom', index: Math.min(...indexes) }
  }

  const advance = (sequenceNumber: string): string => {
    checkpoint.write(sequenceNumber)
    bisectedSize = undefined
    return sequenceNumber
  }

  /** Returns how far the stream is dealt with after this batch. */
  const process = async (batch: StreamRecord[], after: string): Promise<string> => {
    const last = sequenceNumberOf(batch.at(-1)!)
    const records = batch.filter(record => matches(record))
    const first = records[0]
    if (first === undefined) return advance(last)
    if (attempts.sequenceNumber !== sequenceNumberOf(first))
      attempts = { sequenceNumber: sequenceNumberOf(first), count: 0 }
    const outcome = await invoke(records)
    if (outcome.kind === 'done') return advance(last)
    if (outcome.kind === 'stopped') return after
    // Everything before the lowest failing record succeeded; the others come again.
    if (outcome.kind === 'failedFrom' && outcome.index > 0)
      return advance(sequenceNumberOf(records[outcome.index - 1]!))
    attempts.count += 1
    if (settings.bisects && records.length > 1) {
      attempts.count -= 1
      bisectedSize = Math.ceil(batch.length / 2)
      return after
    }
    if (attempts.count > settings.maximumRetries || isTooOld(first, settings.maximumAgeSeconds)) {
      options.onFailure(await failureNotice(mapping, target, stream, records, attempts.count))
      return advance(last)
    }
    await sleep(backoff(attempts.count), undefined, { signal: stopping.signal }).catch(() => {})
    return after
  }

  const poll = async (): Promise<void> => {
    let after = checkpoint.read()
    if (after === undefined) after = advance(settings.startsAtTheEnd ? await stream.newest() : '0')
    while (!stopping.signal.aborted) {
      const batch = await stream.readAfter(after, bisectedSize ?? settings.batchSize)
      if (batch.length === 0) await options.nextWrite(idlePollMilliseconds)
      else after = await process(await fill(batch, after), after)
    }
  }
  /** Waits for a fuller batch if the mapping has a batching window. */
  const fill = async (batch: StreamRecord[], after: string): Promise<StreamRecord[]> => {
    if (settings.windowSeconds === 0 || batch.length >= settings.batchSize) return batch
    await sleep(settings.windowSeconds * 1000, undefined, { signal: stopping.signal }).catch(() => {})
    const fuller = await stream.readAfter(after, bisectedSize ?? settings.batchSize)
    return fuller.length > 0 && !precedes(sequenceNumberOf(fuller[0]!), sequenceNumberOf(batch[0]!))
      ? fuller
      : batch
  }
  const pollForEver = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await poll().catch(async error => {
        if (stopping.signal.aborted) return
        options.writeLog(`stream of ${mapping.path}: ${error instanceof Error ? error.message : error}`)
        await sleep(500, undefined, { signal: stopping.signal }).catch(() => {})
      })
    }
  }
  const polling = pollForEver()
  return {
    stop: async () => {
      stopping.abort()
      await polling
    },
  }
}

function readSettings({ properties }: HostedResource) {
  const retries = number(properties.MaximumRetryAttempts) ?? -1
  return {
    batchSize: number(properties.BatchSize) ?? 100,
    windowSeconds: number(properties.MaximumBatchingWindowInSeconds) ?? 0,
    startsAtTheEnd: properties.StartingPosition === 'LATEST',
    maximumRetries: retries < 0 ? Number.POSITIVE_INFINITY : retries,
    maximumAgeSeconds: number(properties.MaximumRecordAgeInSeconds) ?? -1,
    bisects: boolean(properties.BisectBatchOnFunctionError),
  }
}

const backoff = (attempt: number): number =>
  Math.min(longestBackoffMilliseconds, 50 * 2 ** Math.min(attempt, 10))

const isTooOld = (record: StreamRecord, maximumSeconds: number): boolean =>
  maximumSeconds >= 0 &&
  Date.now() / 1000 - Number(record.dynamodb.ApproximateCreationDateTime) > maximumSeconds

/** https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html */
async function failureNotice(
  mapping: HostedResource,
  target: LambdaFunction,
  stream: StreamReader,
  records: StreamRecord[],
  invocations: number,
): Promise<JsonObject> {
  const arrival = (record: StreamRecord) =>
    new Date(Number(record.dynamodb.ApproximateCreationDateTime) * 1000).toISOString()
  const [first, last] = [records[0]!, records.at(-1)!]
  return {
    requestContext: {
      requestId: crypto.randomUUID(),
      functionArn: target.arn,
      condition: 'RetryAttemptsExhausted',
      approximateInvokeCount: invocations,
    },
    responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
    version: '1.0',
    timestamp: new Date().toISOString(),
    DDBStreamBatchInfo: {
      shardId: await stream.shardId(),
      startSequenceNumber: sequenceNumberOf(first),
      endSequenceNumber: sequenceNumberOf(last),
      approximateArrivalOfFirstRecord: arrival(first),
      approximateArrivalOfLastRecord: arrival(last),
      batchSize: records.length,
      streamArn: mapping.properties.EventSourceArn,
    },
  }
}
