import { DescribeTableCommand, DynamoDBClient, UpdateTableCommand } from '@aws-sdk/client-dynamodb'
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams'
import type { DynamoDBRecord } from 'aws-lambda'
import { startTable } from './table.ts'

/** Lambda hands bytes over as base64. */
const asLambdaSees = (record: object): DynamoDBRecord =>
  JSON.parse(
    JSON.stringify(record, (_name, value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
    ),
  )

export interface StreamedTable {
  /** What was written since the last call, oldest first. */
  readonly changes: () => Promise<readonly DynamoDBRecord[]>
}

/** An empty table of the schema on the real engine, with its stream. */
export const startStreamedTable = async (): Promise<StreamedTable> => {
  const endpoint = await startTable()
  const TableName = process.env.TABLE_NAME
  const [table, streams] = [new DynamoDBClient({}), new DynamoDBStreamsClient({ endpoint })]
  const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } as const
  await table.send(new UpdateTableCommand({ TableName, StreamSpecification }))
  const { Table } = await table.send(new DescribeTableCommand({ TableName }))
  const StreamArn = Table?.LatestStreamArn
  const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }))
  const ShardId = StreamDescription?.Shards?.[0]?.ShardId
  const start = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' } as const
  let next = (await streams.send(new GetShardIteratorCommand(start))).ShardIterator
  const changes = async (): Promise<readonly DynamoDBRecord[]> => {
    const { Records = [], NextShardIterator } = await streams.send(
      new GetRecordsCommand({ ShardIterator: next }),
    )
    next = NextShardIterator
    return Records.length === 0 ? [] : [...Records.map(asLambdaSees), ...(await changes())]
  }
  return { changes }
}
