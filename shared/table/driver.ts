import { setTimeout as pause } from 'node:timers/promises'
import { BatchGetItemCommand, GetItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb'
import {
  type Attributes,
  conditionFailureOf,
  dynamodb,
  fromAttributes,
  toAttributes,
} from '../aws/dynamodb.ts'
import { setting } from '../aws/environment.ts'
import { write } from './driver-write.ts'
import { mergeExpressions } from './expression.ts'
import type { Database, Item, Key, Query } from './port.ts'

/** The answer to a read. @throws Busy */
const answerOf = async <Answer>(call: Promise<Answer>): Promise<Answer> => {
  try {
    return await call
  } catch (error) {
    throw conditionFailureOf(error)
  }
}

/** BatchGetItem reads at most 100 keys (https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html). */
const batchSize = 100

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
    ...(query.after && { ExclusiveStartKey: toAttributes(query.after) }),
    ...(query.consistent && { ConsistentRead: true }),
  }
}

const getBatch = async (
  TableName: string,
  keys: readonly Key[],
  ConsistentRead: boolean,
): Promise<Attributes[]> => {
  const found: Attributes[] = []
  let wanted: Attributes[] = keys.map(({ pk, sk }) => toAttributes({ pk, sk }))
  while (wanted.length > 0) {
    const answer = await answerOf(
      dynamodb().send(
        new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys: wanted, ConsistentRead } } }),
      ),
    )
    found.push(...(answer.Responses?.[TableName] ?? []))
    wanted = answer.UnprocessedKeys?.[TableName]?.Keys ?? []
    if (wanted.length > 0) await pause(50)
  }
  return found
}

/** The table on DynamoDB: the name comes from TABLE_NAME on first use. */
export const database: Database = {
  async get<Row>(key: Key, { consistent = false } = {}) {
    const input = { TableName: setting('TABLE_NAME'), Key: toAttributes(key), ConsistentRead: consistent }
    return fromAttributes<Row>((await answerOf(dynamodb().send(new GetItemCommand(input)))).Item)
  },

  async getMany<Row>(keys: readonly Key[], { consistent = false } = {}) {
    const found: Attributes[] = []
    for (let start = 0; start < keys.length; start += batchSize)
      found.push(...(await getBatch(setting('TABLE_NAME'), keys.slice(start, start + batchSize), consistent)))
    return found.map(attributes => fromAttributes<Row>(attributes)!)
  },

  async query<Row>(query: Query) {
    const answer = await answerOf(dynamodb().send(new QueryCommand(queryInput(setting('TABLE_NAME'), query))))
    const items = (answer.Items ?? []).map(attributes => fromAttributes<Row>(attributes)!)
    return {
      items,
      ...(answer.LastEvaluatedKey && { after: fromAttributes<Item>(answer.LastEvaluatedKey)! }),
    }
  },

  write,
}
