import {
  type _Record,
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
} from '@aws-sdk/client-dynamodb-streams'
import type { World } from './environment.ts'

/** Page by page, until there is no more for now. */
const recordsFrom = async (streams: DynamoDBStreamsClient, from: string | undefined): Promise<_Record[]> => {
  if (from === undefined) return []
  const { Records = [], NextShardIterator } = await streams.send(
    new GetRecordsCommand({ ShardIterator: from }),
  )
  return Records.length === 0 ? [] : [...Records, ...(await recordsFrom(streams, NextShardIterator))]
}

/** Everything that the table's stream has carried, as whoever reads it receives it. */
export const streamedRecords = async (world: World): Promise<readonly _Record[]> => {
  const streams = new DynamoDBStreamsClient({
    endpoint: world.emulator.environment.AWS_ENDPOINT_URL!,
    region: 'us-east-1',
    credentials: {
      accessKeyId: world.emulator.environment.AWS_ACCESS_KEY_ID!,
      secretAccessKey: world.emulator.environment.AWS_SECRET_ACCESS_KEY!,
    },
  })
  const { TableName } = world.emulator.outputs
  const [stream] = (await streams.send(new ListStreamsCommand({ TableName }))).Streams!
  const { StreamDescription } = await streams.send(
    new DescribeStreamCommand({ StreamArn: stream!.StreamArn }),
  )
  const shards = StreamDescription!.Shards!.map(async ({ ShardId }) => {
    const start = { StreamArn: stream!.StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' } as const
    return recordsFrom(streams, (await streams.send(new GetShardIteratorCommand(start))).ShardIterator)
  })
  return (await Promise.all(shards)).flat()
}
