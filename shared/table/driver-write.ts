import { setTimeout as pause } from 'node:timers/promises'
import { DeleteCommand, PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { type Attributes, dynamodb, fromAttributes, toCallError } from '../aws/dynamodb.ts'
import { setting } from '../aws/environment.ts'
import { buildCondition, buildUpdate } from './expression.ts'
import { ConditionFailedError, type Item, type Write } from './port.ts'

/** Concurrent writers of one item cancel each other's transactions: each tries again after a short, random pause. */
const conflictRetries = 12

const toTransactItem = (TableName: string, write: Write) => {
  const returned = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const
  if ('put' in write) return { Put: { TableName, Item: write.put, ...buildCondition(write), ...returned } }
  if ('update' in write)
    return { Update: { TableName, Key: write.update, ...buildUpdate(write), ...returned } }
  if ('delete' in write)
    return { Delete: { TableName, Key: write.delete, ...buildCondition(write), ...returned } }
  const condition = { ...buildCondition(write), ConditionExpression: write.condition.when }
  return { ConditionCheck: { TableName, Key: write.check, ...condition, ...returned } }
}

/** @returns the new image of an update */
const writeOne = async (TableName: string, write: Write): Promise<Item | undefined> => {
  const { Put, Update, Delete } = toTransactItem(TableName, write)
  if (Put) await dynamodb().send(new PutCommand(Put))
  else if (Delete) await dynamodb().send(new DeleteCommand(Delete))
  else if (Update)
    return (await dynamodb().send(new UpdateCommand({ ...Update, ReturnValues: 'ALL_NEW' }))).Attributes
  else throw new TypeError('A check stands only beside a write')
  return undefined
}

interface Refusal {
  readonly name: string
  readonly Item?: Attributes
  readonly CancellationReasons?: readonly {
    readonly Code?: string | undefined
    readonly Item?: Attributes | undefined
  }[]
}

const toWriteError = (error: unknown): unknown => {
  const { name, Item, CancellationReasons: reasons = [] } = error as Refusal
  if (name === 'ConditionalCheckFailedException')
    return new ConditionFailedError([true], [fromAttributes<Item>(Item)])
  const failed = reasons.map(({ Code }) => Code === 'ConditionalCheckFailed')
  if (!failed.includes(true)) return toCallError(error)
  const items = reasons.map(({ Item }) =>
    Item && Object.keys(Item).length > 0 ? fromAttributes<Item>(Item) : undefined,
  )
  return new ConditionFailedError(failed, items)
}

const isConflict = (error: unknown): boolean => {
  const { name, CancellationReasons = [] } = error as Refusal
  return (
    name === 'TransactionConflictException' ||
    CancellationReasons.some(({ Code }) => Code === 'TransactionConflict')
  )
}

const withConflictRetries = async <Answer>(send: () => Promise<Answer>): Promise<Answer> => {
  for (let round = 0; ; round++) {
    try {
      return await send()
    } catch (error) {
      if (!isConflict(error) || round === conflictRetries) throw toWriteError(error)
      await pause(Math.random() * Math.min(400, 10 * 2 ** round))
    }
  }
}

/**
 * Sends one write as one call, several as one transaction. Returns the new image of a single update.
 * @throws ConditionFailedError, BusyError
 */
export const write = async <Row>(...writes: readonly [Write, ...Write[]]): Promise<Row | undefined> => {
  const TableName = setting('TABLE_NAME')
  if (writes.length === 1)
    return (await withConflictRetries(() => writeOne(TableName, writes[0]))) as Row | undefined
  const TransactItems = writes.map(one => toTransactItem(TableName, one))
  await withConflictRetries(() => dynamodb().send(new TransactWriteCommand({ TransactItems })))
  return undefined
}
