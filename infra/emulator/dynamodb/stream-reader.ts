/** Reads a table's stream in order from the engine. */
import { type JsonObject, list, object, text } from '../json.ts'
import type { CallEngine, Table } from './table.ts'

export interface StreamRecord extends JsonObject {
  readonly eventName: string
  readonly dynamodb: JsonObject
}

export const sequenceNumberOf = (record: StreamRecord): string => text(record.dynamodb.SequenceNumber) ?? '0'

export interface StreamReader {
  shardId(): Promise<string>
  /** Up to `limit` records after the given sequence number, oldest first. */
  readAfter(sequenceNumber: string, limit: number): Promise<StreamRecord[]>
}

const service = 'DynamoDBStreams_20120810'

export const openStream = (table: Table, region: string, call: CallEngine): StreamReader => {
  const StreamArn = table.engineStreamArn
  const shards = async (): Promise<JsonObject[]> => {
    const { StreamDescription } = await call(`${service}.DescribeStream`, { StreamArn })
    return list(object(StreamDescription).Shards).map(object)
  }
  // The position moves with what was read, so that an idle poll is one call.
  let iterator: { after: string; value: string } | undefined

  const iteratorAfter = async (after: string): Promise<string> => {
    if (iterator?.after === after) return iterator.value
    const [shard] = await shards()
    const position =
      after === '0'
        ? { ShardIteratorType: 'TRIM_HORIZON' }
        : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: after }
    const given = await call(`${service}.GetShardIterator`, {
      StreamArn,
      ShardId: shard?.ShardId,
      ...position,
    })
    return text(given.ShardIterator) ?? ''
  }
  return {
    shardId: async () => text((await shards())[0]?.ShardId) ?? '',
    readAfter: async (after, limit) => {
      const [shard] = iterator === undefined ? await shards() : [true]
      if (shard === undefined) return []
      const answer = await call(`${service}.GetRecords`, {
        ShardIterator: await iteratorAfter(after),
        Limit: limit,
      })
      const records = list(answer.Records).map(record => asLambdaSees(object(record), table, region))
      const last = records.at(-1)
      const next = text(answer.NextShardIterator)
      iterator =
        next === undefined ? undefined : { after: last ? sequenceNumberOf(last) : after, value: next }
      return records
    },
  }
}

/** The engine names a region and a stream of its own. */
const asLambdaSees = (record: JsonObject, table: Table, region: string): StreamRecord => ({
  ...record,
  eventName: text(record.eventName) ?? '',
  dynamodb: object(record.dynamodb),
  awsRegion: region,
  eventSourceARN: table.streamArn,
})
