import {
  BatchGetItemCommand,
  DeleteItemCommand,
  DynamoDBClient,
  type DynamoDBClientConfig,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb'
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb'
import {
  ConditionFailed,
  type Database,
  type Item,
  type Key,
  type Query,
  type Write,
} from '../table/database.ts'
import { setting } from './environment.ts'
import { conditionOf, mergeExpressions, updateOf } from './expression.ts'

type Attributes = NonNullable<ConstructorParameters<typeof PutItemCommand>[0]['Item']>

/** BatchGetItem reads at most 100 keys (https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html). */
const batchSize = 100
/** Writers of one item at the same time cancel each other's transactions; each tries again after a short, random pause. */
const conflictRetries = 12

/** Said here, so that a cold start does not look for them in configuration files that Lambda does not have. */
const settledOptions: DynamoDBClientConfig = {
  maxAttempts: 5,
  retryMode: 'standard',
  defaultsMode: 'standard',
  useFipsEndpoint: false,
  useDualstackEndpoint: false,
  accountIdEndpointMode: 'disabled',
  endpointDiscoveryEnabled: false,
  userAgentAppId: 'verification-service',
}

let client: DynamoDBClient | undefined
const dynamodb = (): DynamoDBClient => {
  client ??= new DynamoDBClient({ ...settledOptions, region: process.env.AWS_REGION ?? 'us-east-1' })
  return client
}

const pack = (item: object): Attributes => marshall(item, { removeUndefinedValues: true })
const unpack = <Row>(attributes: Attributes | undefined): Row | undefined =>
  attributes && (unmarshall(attributes) as Row)

const returned = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const

const single = async (TableName: string, write: Write): Promise<Attributes | undefined> => {
  if ('put' in write) {
    await dynamodb().send(
      new PutItemCommand({ TableName, Item: pack(write.put), ...conditionOf(write), ...returned }),
    )
    return undefined
  }
  if ('update' in write) {
    const command = {
      TableName,
      Key: pack(write.update),
      ...updateOf(write),
      ...returned,
      ReturnValues: 'ALL_NEW',
    } as const
    return (await dynamodb().send(new UpdateItemCommand(command))).Attributes
  }
  if ('delete' in write) {
    await dynamodb().send(
      new DeleteItemCommand({ TableName, Key: pack(write.delete), ...conditionOf(write), ...returned }),
    )
    return undefined
  }
  throw new TypeError('A check stands only beside a write')
}

const transactItem = (TableName: string, write: Write) => {
  if ('put' in write) return { Put: { TableName, Item: pack(write.put), ...conditionOf(write), ...returned } }
  if ('update' in write) {
    const update = updateOf(write)
    return { Update: { TableName, Key: pack(write.update), ...update, ...returned } }
  }
  if ('delete' in write)
    return { Delete: { TableName, Key: pack(write.delete), ...conditionOf(write), ...returned } }
  const condition = { ...conditionOf(write), ConditionExpression: write.condition.when }
  return { ConditionCheck: { TableName, Key: pack(write.check), ...condition, ...returned } }
}

interface Reason {
  readonly Code?: string | undefined
  readonly Item?: Attributes | undefined
}

/** What the engine said, in the port's words; anything but a failed condition is thrown on. */
const failureOf = (error: unknown): ConditionFailed => {
  const { name, Item, CancellationReasons } = error as {
    name: string
    Item?: Attributes
    CancellationReasons?: Reason[]
  }
  if (name === 'ConditionalCheckFailedException') return new ConditionFailed([true], [unpack<Item>(Item)])
  const reasons = CancellationReasons ?? []
  if (!reasons.some(({ Code }) => Code === 'ConditionalCheckFailed')) throw error
  return new ConditionFailed(
    reasons.map(({ Code }) => Code === 'ConditionalCheckFailed'),
    reasons.map(reason =>
      reason.Item && Object.keys(reason.Item).length > 0 ? unpack<Item>(reason.Item) : undefined,
    ),
  )
}

const isConflict = (error: unknown): boolean => {
  const { name, CancellationReasons = [] } = error as { name: string; CancellationReasons?: Reason[] }
  return (
    name === 'TransactionConflictException' ||
    CancellationReasons.some(({ Code }) => Code === 'TransactionConflict')
  )
}

const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

const withoutConflict = async <Answer>(send: () => Promise<Answer>): Promise<Answer> => {
  for (let round = 0; ; round++) {
    try {
      return await send()
    } catch (error) {
      if (!isConflict(error) || round === conflictRetries) throw failureOf(error)
      await pause(Math.random() * Math.min(400, 10 * 2 ** round))
    }
  }
}

const queryInput = (TableName: string, query: Query) => {
  const prefix = query.index ?? ''
  const [pk, sk] = [`${prefix}pk`, `${prefix}sk`]
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
    ...(query.after && { ExclusiveStartKey: pack(query.after) }),
    ...(query.consistent && { ConsistentRead: true }),
  }
}

const getBatch = async (TableName: string, keys: readonly Key[]): Promise<Attributes[]> => {
  const found: Attributes[] = []
  let wanted: Attributes[] = keys.map(({ pk, sk }) => pack({ pk, sk }))
  while (wanted.length > 0) {
    const answer = await dynamodb().send(
      new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys: wanted } } }),
    )
    found.push(...(answer.Responses?.[TableName] ?? []))
    wanted = answer.UnprocessedKeys?.[TableName]?.Keys ?? []
  }
  return found
}

/** The table on DynamoDB: the name comes from TABLE_NAME on first use. */
export const database: Database = {
  async get<Row>(key: Key, { consistent = false } = {}) {
    const input = { TableName: setting('TABLE_NAME'), Key: pack(key), ConsistentRead: consistent }
    return unpack<Row>((await dynamodb().send(new GetItemCommand(input))).Item)
  },

  async getMany<Row>(keys: readonly Key[]) {
    const found: Attributes[] = []
    for (let start = 0; start < keys.length; start += batchSize)
      found.push(...(await getBatch(setting('TABLE_NAME'), keys.slice(start, start + batchSize))))
    return found.map(attributes => unmarshall(attributes) as Row)
  },

  async query<Row>(query: Query) {
    const answer = await dynamodb().send(new QueryCommand(queryInput(setting('TABLE_NAME'), query)))
    const items = (answer.Items ?? []).map(attributes => unmarshall(attributes) as Row)
    return { items, ...(answer.LastEvaluatedKey && { after: unmarshall(answer.LastEvaluatedKey) as Item }) }
  },

  async write<Row>(...writes: readonly [Write, ...Write[]]) {
    const TableName = setting('TABLE_NAME')
    if (writes.length === 1) return unpack<Row>(await withoutConflict(() => single(TableName, writes[0])))
    const TransactItems = writes.map(write => transactItem(TableName, write))
    await withoutConflict(() => dynamodb().send(new TransactWriteItemsCommand({ TransactItems })))
    return undefined
  },
}
