/** What a stream mapping tells its OnFailure queue about records it gave up on: where they are, not what they hold. */

import type { HostedResource } from '../cloudformation/hosted-resource.ts'
import { type StreamReader, type StreamRecord, sequenceNumberOf } from '../dynamodb/stream-reader.ts'
import type { JsonObject } from '../json.ts'
import type { LambdaFunction } from './function.ts'

export interface StreamFailure {
  readonly mapping: HostedResource
  readonly target: LambdaFunction
  readonly stream: StreamReader
  readonly records: StreamRecord[]
  readonly invocations: number
}

/** https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html */
export const failureNotice = async ({
  mapping,
  target,
  stream,
  records,
  invocations,
}: StreamFailure): Promise<JsonObject> => {
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
