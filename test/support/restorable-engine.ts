/**
 * The local DynamoDB engine with the three calls of point-in-time recovery that it lacks (it answers them with
 * UnknownOperationException). A point in time is what a scan found then; everything else goes to the engine as it came.
 */
import { createServer, type IncomingMessage } from 'node:http'
import {
  connectEngine,
  type EngineConnection,
  startDynamoDbEngine,
} from '../../infra/emulator/dynamodb/dynamodb-engine.ts'
import type { Emulator } from '../../infra/emulator/emulator.ts'
import type { JsonObject } from '../../infra/emulator/json.ts'

/** Every item of a table at a time, as on the wire. */
export interface PointInTime {
  readonly at: string
  readonly items: readonly JsonObject[]
}

const prefix = 'DynamoDB_20120810.'

const scan = async ({ environment }: Emulator, body: JsonObject): Promise<JsonObject> => {
  const authorization = `AWS4-HMAC-SHA256 Credential=${environment.AWS_ACCESS_KEY_ID}/local`
  const response = await fetch(environment.AWS_ENDPOINT_URL!, {
    method: 'POST',
    headers: { 'x-amz-target': `${prefix}Scan`, authorization },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as JsonObject
}

/** The emulator's table as it is now. */
export const pointInTime = async (emulator: Emulator, TableName: string): Promise<PointInTime> => {
  const items: JsonObject[] = []
  let after: JsonObject = {}
  do {
    const { Items, LastEvaluatedKey } = await scan(emulator, { TableName, ...after })
    items.push(...(Items as JsonObject[]))
    after = LastEvaluatedKey ? { ExclusiveStartKey: LastEvaluatedKey } : {}
  } while (after.ExclusiveStartKey)
  return { at: new Date().toISOString(), items }
}

/** Keys and indexes of the source come along, and nothing else does. */
const restore = async (
  { call }: EngineConnection,
  { SourceTableName, TargetTableName, RestoreDateTime }: JsonObject,
  past: PointInTime,
): Promise<JsonObject> => {
  if (Number(RestoreDateTime) * 1000 !== Date.parse(past.at))
    throw new Error('There is no such point in time')
  const { Table } = await call(`${prefix}DescribeTable`, { TableName: SourceTableName })
  const { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes } = Table as JsonObject
  const indexes = (GlobalSecondaryIndexes as JsonObject[]).map(({ IndexName, KeySchema, Projection }) => ({
    IndexName,
    KeySchema,
    Projection,
  }))
  await call(`${prefix}CreateTable`, {
    TableName: TargetTableName,
    KeySchema,
    AttributeDefinitions,
    BillingMode: 'PAY_PER_REQUEST',
    GlobalSecondaryIndexes: indexes,
  })
  for (const item of past.items) await call(`${prefix}PutItem`, { TableName: TargetTableName, Item: item })
  return {}
}

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

export interface RestorableEngine extends AsyncDisposable {
  readonly endpoint: string
  /** Every call that changed something, in order. */
  readonly changes: readonly string[]
}

/** Opens a data folder's tables, of which one was as it was at a point in time. A restored table is being made for one look at it. */
export const openRestorableEngine = async (file: string, past: PointInTime): Promise<RestorableEngine> => {
  const engine = await startDynamoDbEngine(file)
  const connection = connectEngine(engine.endpoint)
  const changes: string[] = []
  const recoverable = new Set<unknown>()
  let isBeingMade = false
  const own: Readonly<Record<string, (body: JsonObject) => Promise<JsonObject>>> = {
    RestoreTableToPointInTime: async body => {
      isBeingMade = true
      return restore(connection, body, past)
    },
    DescribeContinuousBackups: async ({ TableName }) => ({
      ContinuousBackupsDescription: {
        ContinuousBackupsStatus: 'ENABLED',
        PointInTimeRecoveryDescription: {
          PointInTimeRecoveryStatus: recoverable.has(TableName) ? 'ENABLED' : 'DISABLED',
        },
      },
    }),
    UpdateContinuousBackups: async ({ TableName }) => {
      recoverable.add(TableName)
      return {}
    },
  }
  const answer = async (action: string, body: Buffer): Promise<{ status: number; body: Buffer }> => {
    if (!action.startsWith('Describe')) changes.push(action)
    const ours = own[action]
    if (ours) return { status: 200, body: Buffer.from(JSON.stringify(await ours(JSON.parse(`${body}`)))) }
    const given = await connection.send(prefix + action, body)
    if (action !== 'DescribeTable' || !isBeingMade) return given
    isBeingMade = false
    return { ...given, body: Buffer.from(`${given.body}`.replace('"ACTIVE"', '"CREATING"')) }
  }
  const server = createServer(async (request, response) => {
    const action = `${request.headers['x-amz-target']}`.slice(prefix.length)
    const { status, body } = await answer(action, await bodyOf(request))
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    endpoint: `http://127.0.0.1:${port}`,
    changes,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
      await engine.stop()
    },
  }
}
