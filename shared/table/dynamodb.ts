import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DeleteItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb'
import { type Attributes, fromAttributes, toAttributes } from '../aws/attributes.ts'
import { DynamoDbProtocol } from '../aws/dynamodb-protocol.ts'
import { setting } from '../aws/environment.ts'
import { BusyError } from '../aws/errors.ts'
import { services } from '../aws/services.ts'
import { clientOptions } from '../aws/signed-call.ts'
import { again, randomBackoff, retry } from '../aws/retry.ts'
import { buildCondition, buildUpdate, mergeExpressions } from './expression.ts'
import {
  type BatchRead,
  ConditionFailedError,
  type Item,
  type Key,
  lastOfKeys,
  listWrites,
  type NamedWrites,
  type PlainWrite,
  type Query,
  type QueryPage,
  type Update,
  type Write,
  type Written,
} from './port.ts'
import { keyNamesOf } from './schema.ts'

let client: DynamoDBClient | undefined
export const dynamodb = (): DynamoDBClient => {
  if (client) return client
  client = new DynamoDBClient({
    ...clientOptions(services.dynamodb),
    maxAttempts: 5,
    accountIdEndpointMode: 'disabled',
    endpointDiscoveryEnabled: false,
    cacheMiddleware: true,
    protocol: DynamoDbProtocol,
  })
  // It copies every request and answer for a log, with what is sensitive left out, though nothing logs them.
  client.middlewareStack.removeByTag('LOGGER')
  return client
}

/** Errors of calls end in `Exception`; the same reasons of a cancelled transaction do not. Then those of the service and of the way to it. */
const busyErrors =
  /^(TransactionConflict|TransactionInProgress|Throttling|ProvisionedThroughput|RequestLimit|InternalServer|ServiceUnavailable|Timeout|ECONN|EPIPE|EAI_AGAIN)/

/** Error to throw for a call that failed after all retries: `BusyError` if a later call can succeed. */
const toCallError = (error: unknown): unknown => {
  const {
    name,
    code,
    CancellationReasons = [],
  } = error as {
    name: string
    code?: string
    CancellationReasons?: readonly { readonly Code?: string | undefined }[]
  }
  const reasons = [name, code ?? '', ...CancellationReasons.map(({ Code = '' }) => Code)]
  const busy = reasons.find(reason => busyErrors.test(reason))
  return busy ? new BusyError(`The table answers ${busy}`) : error
}

const toItem = (attributes: Attributes): Item => fromAttributes<Item>(attributes)!

const answerOf = <Answer>(call: Promise<Answer>): Promise<Answer> =>
  call.catch(error => {
    throw toCallError(error)
  })

/** BatchGetItem reads at most 100 keys (https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html). */
export const batchSize = 100

const queryInput = (TableName: string, query: Query) => {
  const { partitionKey: pk, sortKey: sk } = keyNamesOf(query.index)
  const hasRange = query.from !== undefined || query.to !== undefined
  const keys = {
    when: hasRange ? `#${pk} = :pk AND #${sk} BETWEEN :from AND :to` : `#${pk} = :pk`,
    values: { pk: query.partition, ...(hasRange && { from: query.from ?? ' ', to: query.to ?? '~' }) },
  }
  return {
    TableName,
    ...(query.index && { IndexName: query.index }),
    ...mergeExpressions({ KeyConditionExpression: keys, FilterExpression: query.filter }),
    ScanIndexForward: !query.newestFirst,
    ...(query.limit && { Limit: query.limit }),
    ...(query.after && { ExclusiveStartKey: toAttributes(query.after) }),
    ...(query.consistent && { ConsistentRead: true }),
  }
}

/** One call. @param keys at most `batchSize`, no two alike */
export const getBatch = async (keys: readonly Key[], ConsistentRead: boolean): Promise<BatchRead> => {
  const TableName = setting('TABLE_NAME')
  const Keys = keys.map(({ pk, sk }) => toAttributes({ pk, sk }))
  const RequestItems = { [TableName]: { Keys, ConsistentRead } }
  const answer = await answerOf(dynamodb().send(new BatchGetItemCommand({ RequestItems })))
  return {
    items: (answer.Responses?.[TableName] ?? []).map(toItem),
    unread: (answer.UnprocessedKeys?.[TableName]?.Keys ?? []).map(key => fromAttributes<Key>(key)!),
  }
}

const getWholeBatch = async (keys: readonly Key[], consistent: boolean): Promise<readonly Item[]> => {
  const { items, unread } = await getBatch(keys, consistent)
  if (unread.length === 0) return items
  await pause(50)
  return [...items, ...(await getWholeBatch(unread, consistent))]
}

interface ReadConsistency {
  readonly consistent?: boolean
}

export const get = async <Row = Item>(
  key: Key,
  { consistent = false }: ReadConsistency = {},
): Promise<Row | undefined> => {
  const input = { TableName: setting('TABLE_NAME'), Key: toAttributes(key), ConsistentRead: consistent }
  return fromAttributes<Row>((await answerOf(dynamodb().send(new GetItemCommand(input)))).Item)
}

export const getMany = async <Row = Item>(
  keys: readonly Key[],
  { consistent = false }: ReadConsistency = {},
): Promise<readonly Row[]> => {
  const found: Item[] = []
  for (let start = 0; start < keys.length; start += batchSize)
    found.push(...(await getWholeBatch(keys.slice(start, start + batchSize), consistent)))
  return found as Row[]
}

export const query = async <Row = Item>(wanted: Query): Promise<QueryPage<Row>> => {
  const command = new QueryCommand(queryInput(setting('TABLE_NAME'), wanted))
  const { Items = [], LastEvaluatedKey: after } = await answerOf(dynamodb().send(command))
  return { items: Items.map(toItem) as Row[], ...(after && { after: toItem(after) }) }
}

/** Concurrent writers of one item cancel each other's transactions: each tries again after a short, random pause. */
const conflicts = { times: 13, pauseMs: randomBackoff(10, 400) }

const returned = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const

const toUpdateInput = (TableName: string, write: Update) => ({
  TableName,
  ...buildUpdate(write),
  ...returned,
  Key: toAttributes(write.update),
})

const toTransactItem = (TableName: string, write: Write) => {
  if ('put' in write)
    return { Put: { TableName, ...buildCondition(write), ...returned, Item: toAttributes(write.put) } }
  if ('update' in write) return { Update: toUpdateInput(TableName, write) }
  if ('delete' in write)
    return { Delete: { TableName, ...buildCondition(write), ...returned, Key: toAttributes(write.delete) } }
  const condition = { ...buildCondition(write), ConditionExpression: write.condition.when }
  return { ConditionCheck: { TableName, ...condition, ...returned, Key: toAttributes(write.check) } }
}

const writeOne = (TableName: string, write: Write): Promise<unknown> => {
  const { Put, Update, Delete } = toTransactItem(TableName, write)
  if (Put) return dynamodb().send(new PutItemCommand(Put))
  if (Delete) return dynamodb().send(new DeleteItemCommand(Delete))
  if (Update) return dynamodb().send(new UpdateItemCommand(Update))
  throw new TypeError('A check stands only beside a write')
}

interface Refusal {
  readonly name: string
  readonly Item?: Attributes
  readonly CancellationReasons?: readonly {
    readonly Code?: string | undefined
    readonly Item?: Attributes | undefined
  }[]
}

/** @param names of the writes in the order in which they were sent: the table answers in that */
const toWriteError = (error: unknown, names: readonly string[]): unknown => {
  const { name, Item, CancellationReasons = [] } = error as Refusal
  const isAlone = name === 'ConditionalCheckFailedException'
  const reasons = isAlone ? [{ Code: 'ConditionalCheckFailed', Item }] : CancellationReasons
  const failed = new Set<string>()
  const items: Record<string, Item> = {}
  for (const [index, { Code, Item }] of reasons.entries()) {
    if (Code !== 'ConditionalCheckFailed') continue
    failed.add(names[index]!)
    if (Item && Object.keys(Item).length > 0) items[names[index]!] = toItem(Item)
  }
  return failed.size > 0 ? new ConditionFailedError({ failed, items }) : toCallError(error)
}

const isConflict = (error: unknown): boolean => {
  const { name, CancellationReasons = [] } = error as Refusal
  return (
    name === 'TransactionConflictException' ||
    CancellationReasons.some(({ Code }) => Code === 'TransactionConflict')
  )
}

const withConflictRetries = <Answer>(
  names: readonly string[],
  send: () => Promise<Answer>,
): Promise<Answer> =>
  retry(
    conflicts,
    async (_?: unknown) => {
      try {
        return await send()
      } catch (error) {
        if (isConflict(error)) return again(error)
        throw toWriteError(error, names)
      }
    },
    error => toWriteError(error, names) as Error,
  )

/** Sends one write as one call, several as one transaction. @throws ConditionFailedError, BusyError */
export const transact = async (named: NamedWrites): Promise<Written<never>> => {
  const TableName = setting('TABLE_NAME')
  const listed = listWrites(named)
  const writes = listed.map(([, write]) => write)
  await withConflictRetries(
    listed.map(([name]) => name),
    async () => {
      if (writes.length === 1) return writeOne(TableName, writes[0]!)
      const TransactItems = writes.map(one => toTransactItem(TableName, one))
      // The SDK sends a command that failed again, by whose token DynamoDB knows the second.
      const command = new TransactWriteItemsCommand({ TransactItems, ClientRequestToken: randomUUID() })
      return dynamodb().send(command)
    },
  )
  return {}
}

/** BatchWriteItem writes at most 25 items, no two of one key (https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchWriteItem.html). */
const writeBatchSize = 25

const toWriteRequest = (write: PlainWrite): WriteRequest =>
  'put' in write
    ? { PutRequest: { Item: toAttributes(write.put) } }
    : { DeleteRequest: { Key: toAttributes(write.delete) } }

const writeWholeBatch = async (TableName: string, requests: WriteRequest[]): Promise<void> => {
  const command = new BatchWriteItemCommand({ RequestItems: { [TableName]: requests } })
  const { UnprocessedItems } = await answerOf(dynamodb().send(command))
  const unwritten = UnprocessedItems?.[TableName]
  if (!unwritten) return
  await pause(50)
  await writeWholeBatch(TableName, unwritten)
}

/** @throws BusyError */
export const writeMany = async (writes: readonly PlainWrite[]): Promise<void> => {
  const TableName = setting('TABLE_NAME')
  const requests = lastOfKeys(writes).map(toWriteRequest)
  const batches = Array.from({ length: Math.ceil(requests.length / writeBatchSize) }, (_, number) =>
    requests.slice(number * writeBatchSize, (number + 1) * writeBatchSize),
  )
  await Promise.all(batches.map(batch => writeWholeBatch(TableName, batch)))
}

/** Returns the item's new image. @throws ConditionFailedError, BusyError */
export const update = async (write: Update): Promise<Item> => {
  const input = toUpdateInput(setting('TABLE_NAME'), write)
  const command = new UpdateItemCommand({ ...input, ReturnValues: 'ALL_NEW' })
  const { Attributes } = await withConflictRetries(['update'], () => dynamodb().send(command))
  return toItem(Attributes!)
}
