/** What a stream mapping tells its OnFailure queue about records it gave up on: where they are, not what they hold. */
import type { LambdaFunction } from './function.ts'
import type { HostedResource } from './hosted-resource.ts'
import type { JsonObject } from './json.ts'
import { type StreamReader, type StreamRecord, sequenceNumberOf } from './stream-reader.ts'

export interface StreamFailure {
  mapping: HostedResource
  target: LambdaFunction
  stream: StreamReader
  records: StreamRecord[]
  invocations: number
}

/** https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html */
export async function failureNotice({
  mapping,
  target,
  stream,
  records,
  invocations,
}: StreamFailure): Promise<JsonObject> {
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
      approximateArrivalOfFirstRecord: arrivalTime(first),
      approximateArrivalOfLastRecord: arrivalTime(last),
      batchSize: records.length,
      streamArn: mapping.properties.EventSourceArn,
    },
  }
}

const arrivalTime = (record: StreamRecord): string =>
  new Date(Number(record.dynamodb.ApproximateCreationDateTime) * 1000).toISOString()
