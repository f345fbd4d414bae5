import {
  CreateTableCommand,
  DeleteTableCommand,
  DynamoDBClient,
  ResourceNotFoundException,
} from '@aws-sdk/client-dynamodb'
import { startDynamoDbEngine } from '../../infra/emulator/dynamodb/dynamodb-engine.ts'
import { keyAttributes, tableSchema } from '../../shared/table/schema.ts'

const attribute = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' }) as const
const keys = (partition: string, sort: string) => [
  { AttributeName: partition, KeyType: 'HASH' as const },
  { AttributeName: sort, KeyType: 'RANGE' as const },
]

const createTable = async (TableName: string): Promise<void> => {
  const { partitionKey, sortKey, indexes } = tableSchema
  await new DynamoDBClient({}).send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: keyAttributes.map(attribute),
      KeySchema: keys(partitionKey, sortKey),
      GlobalSecondaryIndexes: indexes.map(index => ({
        IndexName: index.name,
        KeySchema: keys(index.partitionKey, index.sortKey),
        Projection:
          index.projected.length > 0
            ? { ProjectionType: 'INCLUDE', NonKeyAttributes: [...index.projected] }
            : { ProjectionType: 'KEYS_ONLY' },
      })),
    }),
  )
}

const deleteTable = async (TableName: string): Promise<void> => {
  try {
    await new DynamoDBClient({}).send(new DeleteTableCommand({ TableName }))
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error
  }
}

let engine: ReturnType<typeof startDynamoDbEngine> | undefined

/** Ends the engine, for a bench: a worker of tests takes it along. */
export const stopTable = async (): Promise<void> => {
  await (await engine)?.stop()
  engine = undefined
}

/**
 * An empty table of the schema on the real engine; `shared/table/driver.ts` finds it by the environment, as in Lambda.
 * The driver keeps its client, so that all files of a worker have one engine, which ends with the worker.
 * @returns where the engine is
 */
export const startTable = async (): Promise<string> => {
  engine ??= startDynamoDbEngine(undefined)
  const { endpoint } = await engine
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    TABLE_NAME: 'table-test',
  })
  await deleteTable('table-test')
  await createTable('table-test')
  return endpoint
}
