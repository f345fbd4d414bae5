import { setTimeout as pause } from 'node:timers/promises'
import { TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb'
import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import {
  type Attributes,
  toCallError,
  dynamodb,
  fromAttributes,
  plainDynamodb,
  toAttributes,
} from '../aws/dynamodb.ts'
import { setting } from '../aws/environment.ts'
import { buildCondition, buildUpdate } from './expression.ts'
import { ConditionFailedError, type Item, type Write } from './port.ts'

/** Writers of one item at the same time cancel each other's transactions; each tries again after a short, random pause. */
const conflictRetries = 12

const returned = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const

const single = async (TableName: string, write: Write): Promise<Item | undefined> => {
  if ('put' in write) {
    await dynamodb().send(
      new PutCommand({ TableName, Item: write.put, ...buildCondition(write), ...returned }),
    )
    return undefined
  }
  if ('update' in write) {
    const command = {
      TableName,
      Key: write.update,
      ...buildUpdate(write),
      ...returned,
      ReturnValues: 'ALL_NEW',
    } as const
    return (await dynamodb().send(new UpdateCommand(command))).Attributes
  }
  if ('delete' in write) {
    await dynamodb().send(
      new DeleteCommand({
        TableName,
        Key: write.delete,
        ...buildCondition(write),
        ...returned,
      }),
    )
    return undefined
  }
  throw new TypeError('A check stands only beside a write')
}

const transactItem = (TableName: string, write: Write) => {
  if ('put' in write) return { Put: { TableName, Item: write.put, ...buildCondition(write), ...returned } }
  if ('update' in write) {
    const update = buildUpdate(write)
    return { Update: { TableName, Key: write.update, ...update, ...returned } }
  }
  if ('delete' in write)
    return { Delete: { TableName, Key: write.delete, ...buildCondition(write), ...returned } }
  const condition = { ...buildCondition(write), ConditionExpression: write.condition.when }
  return { ConditionCheck: { TableName, Key: write.check, ...condition, ...returned } }
}

/**
 * By hand, as a transaction is what callers wait for: in it the document client looks for values member by member, a
 * tenth of the CPU time of an order.
 */
const withAttributes = (item: object): object =>
  Object.fromEntries(
    Object.entries(item).map(([kind, { Item, Key, ExpressionAttributeValues: values, ...rest }]) => [
      kind,
      {
        ...rest,
        ...(Item && { Item: toAttributes(Item) }),
        ...(Key && { Key: toAttributes(Key) }),
        ...(values && { ExpressionAttributeValues: toAttributes(values) }),
      },
    ]),
  )

interface Reason {
  readonly Code?: string | undefined
  readonly Item?: Attributes | undefined
}

/** What the engine said, in the port's words. */
const refusalOf = (error: unknown): unknown => {
  const { name, Item, CancellationReasons } = error as {
    name: string
    Item?: Attributes
    CancellationReasons?: Reason[]
  }
  if (name === 'ConditionalCheckFailedException')
    return new ConditionFailedError([true], [fromAttributes<Item>(Item)])
  const reasons = CancellationReasons ?? []
  if (!reasons.some(({ Code }) => Code === 'ConditionalCheckFailed')) return toCallError(error)
  return new ConditionFailedError(
    reasons.map(({ Code }) => Code === 'ConditionalCheckFailed'),
    reasons.map(reason =>
      reason.Item && Object.keys(reason.Item).length > 0 ? fromAttributes<Item>(reason.Item) : undefined,
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

const withoutConflict = async <Answer>(send: () => Promise<Answer>): Promise<Answer> => {
  for (let round = 0; ; round++) {
    try {
      return await send()
    } catch (error) {
      if (!isConflict(error) || round === conflictRetries) throw refusalOf(error)
      await pause(Math.random() * Math.min(400, 10 * 2 ** round))
    }
  }
}

/** One write as one call, several as one transaction. Answers the new image of a single update. @throws ConditionFailed, Busy */
export const write = async <Row>(...writes: readonly [Write, ...Write[]]): Promise<Row | undefined> => {
  const TableName = setting('TABLE_NAME')
  if (writes.length === 1)
    return (await withoutConflict(() => single(TableName, writes[0]))) as Row | undefined
  const TransactItems = writes.map(one => withAttributes(transactItem(TableName, one)))
  await withoutConflict(() => plainDynamodb().send(new TransactWriteItemsCommand({ TransactItems })))
  return undefined
}
