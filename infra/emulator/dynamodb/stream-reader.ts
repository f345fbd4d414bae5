import { EventEmitter, once } from 'node:events'
import { DatabaseSync } from 'node:sqlite'
import { type JsonObject, list, object, text } from '../json.ts'
import type { CallEngine, Table } from './table.ts'

export interface StreamRecord extends JsonObject {
  readonly eventName: string
  readonly dynamodb: JsonObject
}

export const sequenceNumberOf = (record: StreamRecord): string => text(record.dynamodb.SequenceNumber) ?? '0'

export type StreamReader = ReturnType<typeof openStream>

const service = 'DynamoDBStreams_20120810'

export const openStream = (table: Table, region: string, call: CallEngine) => {
  const StreamArn = table.engineStreamArn
  const shards = async (): Promise<JsonObject[]> => {
    const { StreamDescription } = await call(`${service}.DescribeStream`, { StreamArn })
    return list(object(StreamDescription).Shards).map(object)
  }
  // The position moves with every read, so that an idle poll is one call.
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
    readAfter: async (after: string, limit: number) => {
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

/** The engine has its own region and stream names. */
const asLambdaSees = (record: JsonObject, table: Table, region: string): StreamRecord => ({
  ...record,
  eventName: text(record.eventName) ?? '',
  dynamodb: object(record.dynamodb),
  awsRegion: region,
  eventSourceARN: table.streamArn,
})

export type WriteSignal = ReturnType<typeof openWriteSignal>

export const openWriteSignal = () => {
  const writes = new EventEmitter()
  return {
    notify: () => void writes.emit('write'),
    next: (milliseconds: number): Promise<unknown> =>
      once(writes, 'write', { signal: AbortSignal.timeout(milliseconds) }).catch(() => {}),
  }
}

export type StreamRecords = ReturnType<typeof openStreamRecords>

/** As many as one GetRecords can return. */
export const keptRecords = 1000
/** Deleted together, so that most writes do not pay for it. */
export const forgottenAtOnce = 250

/** The exact expression that the engine orders by; SQLite uses the index for no other. */
const position = 'CAST(sequence_number AS INTEGER)'

/** Opens the file of an engine that is running: the engine makes its tables when it starts. */
export const openStreamRecords = (databaseFile: string) => {
  const database = new DatabaseSync(databaseFile, { timeout: 5000 })
  // Deletion need not be durable, so nothing here waits for the disk.
  database.exec('PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = 0')
  database.exec(
    `CREATE INDEX IF NOT EXISTS region_stream_position ON _stream_records (table_name, ${position})`,
  )
  const forget = database.prepare(`DELETE FROM _stream_records WHERE table_name = ? AND ${position} <= ?`)
  const forgotten = new Map<string, number>()
  return {
    /** Every reader has passed this record. Some older ones are kept, as AWS does for a day. */
    passed: (table: string, sequenceNumber: number) => {
      const last = sequenceNumber - keptRecords
      if (last < (forgotten.get(table) ?? 0) + forgottenAtOnce) return
      forget.run(table, last)
      forgotten.set(table, last)
    },
    close: () => database.close(),
  }
}
