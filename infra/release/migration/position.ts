import { GetItemCommand, PutItemCommand, DeleteItemCommand } from '@aws-sdk/client-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import { dataFormatKey, migrationKey } from '../../../shared/format/data-format-kind.ts'
import type { DataFormat } from '../../../shared/format/data-format.ts'
import { RefusedError } from '../../admin/target.ts'
import { type MigratedTable, type Stored, toStored } from './items.ts'

/** Parts in which a table is read at once; a migration keeps the number that it began with. */
export const segmentCount = 4

export interface Segment {
  /** Where to go on; undefined at the beginning. */
  readonly after?: { readonly pk: string; readonly sk: string } | undefined
  readonly isDone: boolean
  readonly items: number
}

/** How far a migration is. One process works on it at a time, as long as it goes on. */
export interface Position {
  readonly to: number
  readonly runner: string
  readonly leaseUntil: number
  readonly segments: readonly Segment[]
  /** Items that each step has written. */
  readonly wrote: Readonly<Record<string, number>>
}

export const beginning: Pick<Position, 'segments' | 'wrote'> = {
  segments: Array.from({ length: segmentCount }, () => ({ isDone: false, items: 0 })),
  wrote: {},
}

const read = async <Row>({ client, name }: MigratedTable, key: object): Promise<Row | undefined> => {
  const command = new GetItemCommand({ TableName: name, Key: toStored(key), ConsistentRead: true })
  const { Item } = await client.send(command)
  return Item && (unmarshall(Item) as Row)
}

export const readFormat = (table: MigratedTable) => read<DataFormat>(table, dataFormatKey())

const isRefused = (error: unknown): boolean => (error as Error).name === 'ConditionalCheckFailedException'

const tooMany = (until: number): RefusedError =>
  new RefusedError(
    `another migration goes on here: it ends, or this command goes on from where it was after ${new Date(until).toISOString()}`,
  )

/** @throws RefusedError while another process works on it */
const write = async (table: MigratedTable, position: Position, condition: object): Promise<void> => {
  try {
    const Item = toStored({ ...migrationKey(), ...position })
    await table.client.send(new PutItemCommand({ TableName: table.name, Item, ...condition }))
  } catch (error) {
    if (!isRefused(error)) throw error
    throw tooMany((await read<Position>(table, migrationKey()))?.leaseUntil ?? Date.now())
  }
}

/** Goes on where an earlier run to the same format was, or begins. @throws RefusedError while another process works on it */
export const claimPosition = async (
  table: MigratedTable,
  { to, runner, leaseMs }: { readonly to: number; readonly runner: string; readonly leaseMs: number },
): Promise<Position> => {
  const found = await read<Position>(table, migrationKey())
  const known = found?.to === to ? found : beginning
  const position = { ...known, to, runner, leaseUntil: Date.now() + leaseMs }
  await write(table, position, {
    ConditionExpression: found
      ? '#runner = :before AND #leaseUntil = :leaseBefore AND #leaseUntil < :now'
      : 'attribute_not_exists(#runner)',
    ExpressionAttributeNames: { '#runner': 'runner', ...(found && { '#leaseUntil': 'leaseUntil' }) },
    ...(found && {
      ExpressionAttributeValues: toStored({
        ':before': found.runner,
        ':leaseBefore': found.leaseUntil,
        ':now': Date.now(),
      }),
    }),
  })
  return position
}

const ownedBy = (runner: string) => ({
  ConditionExpression: '#runner = :runner',
  ExpressionAttributeNames: { '#runner': 'runner' },
  ExpressionAttributeValues: toStored({ ':runner': runner }),
})

/** @throws RefusedError where another process has taken over */
export const savePosition = (table: MigratedTable, position: Position): Promise<void> =>
  write(table, position, ownedBy(position.runner))

/** After the end, or for a next run that looks at all again. */
export const forgetPosition = async (table: MigratedTable, runner: string): Promise<void> => {
  const Key: Stored = toStored(migrationKey())
  await table.client.send(new DeleteItemCommand({ TableName: table.name, Key, ...ownedBy(runner) }))
}

/** Nothing of an older format is left. @throws RefusedError where a deployment has changed the format meanwhile */
export const raiseOldest = async (table: MigratedTable, found: DataFormat, to: number): Promise<void> => {
  try {
    await table.client.send(
      new PutItemCommand({
        TableName: table.name,
        Item: toStored({ ...dataFormatKey(), ...found, oldest: to }),
        ConditionExpression:
          '#oldest = :oldest AND #newest = :newest AND #reads = :reads AND #release = :release',
        ExpressionAttributeNames: {
          '#oldest': 'oldest',
          '#newest': 'newest',
          '#reads': 'reads',
          '#release': 'release',
        },
        ExpressionAttributeValues: toStored({
          ':oldest': found.oldest,
          ':newest': found.newest,
          ':reads': found.reads,
          ':release': found.release,
        }),
      }),
    )
  } catch (error) {
    if (!isRefused(error)) throw error
    throw new RefusedError(
      'a deployment has changed the format of the data meanwhile: run the same command again',
    )
  }
}
