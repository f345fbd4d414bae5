import { setTimeout as pause } from 'node:timers/promises'
import { BatchGetCommand, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { dynamodb, toCallError } from '../aws/dynamodb.ts'
import { setting } from '../aws/environment.ts'
import { mergeExpressions } from './expression.ts'
import type { Item, Key, Query, QueryPage } from './port.ts'

/** The answer to a read. @throws Busy */
const answerOf = async <Answer>(call: Promise<Answer>): Promise<Answer> => {
  try {
    return await call
  } catch (error) {
    throw toCallError(error)
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
    ...(query.after && { ExclusiveStartKey: query.after }),
    ...(query.consistent && { ConsistentRead: true }),
  }
}

const getBatch = async (
  TableName: string,
  keys: readonly Key[],
  ConsistentRead: boolean,
): Promise<Item[]> => {
  const found: Item[] = []
  let wanted: Item[] = keys.map(({ pk, sk }) => ({ pk, sk }))
  while (wanted.length > 0) {
    const command = new BatchGetCommand({ RequestItems: { [TableName]: { Keys: wanted, ConsistentRead } } })
    const answer = await answerOf(dynamodb().send(command))
    found.push(...(answer.Responses?.[TableName] ?? []))
    wanted = answer.UnprocessedKeys?.[TableName]?.Keys ?? []
    if (wanted.length > 0) await pause(50)
  }
  return found
}

interface ReadConsistency {
  readonly consistent?: boolean
}

/* What the table holds, as it lies there: what is sealed is not opened. */

export const get = async <Row = Item>(
  key: Key,
  { consistent = false }: ReadConsistency = {},
): Promise<Row | undefined> => {
  const input = { TableName: setting('TABLE_NAME'), Key: key, ConsistentRead: consistent }
  return (await answerOf(dynamodb().send(new GetCommand(input)))).Item as Row | undefined
}

export const getMany = async <Row = Item>(
  keys: readonly Key[],
  { consistent = false }: ReadConsistency = {},
): Promise<readonly Row[]> => {
  const found: Item[] = []
  for (let start = 0; start < keys.length; start += batchSize)
    found.push(...(await getBatch(setting('TABLE_NAME'), keys.slice(start, start + batchSize), consistent)))
  return found as Row[]
}

export const query = async <Row = Item>(wanted: Query): Promise<QueryPage<Row>> => {
  const command = new QueryCommand(queryInput(setting('TABLE_NAME'), wanted))
  const { Items = [], LastEvaluatedKey: after } = await answerOf(dynamodb().send(command))
  return { items: Items as Row[], ...(after && { after }) }
}
