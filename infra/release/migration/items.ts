import { isDeepStrictEqual } from 'node:util'
import {
  type AttributeValue,
  BatchGetItemCommand,
  DeleteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb'
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb'
import type { FillStep, MigrationStep, RemoveStep, RewriteStep } from '../../../shared/format/migration.ts'
import type { Item, Key } from '../../../shared/table/port.ts'

export interface MigratedTable {
  readonly client: DynamoDBClient
  readonly name: string
}

/** As it lies there: what is compared with it is compared to the byte. */
export type Stored = Record<string, AttributeValue>

export const toStored = (item: object): Stored => marshall(item, { removeUndefinedValues: true })
const toItem = (stored: Stored): Item & Key => unmarshall(stored) as Item & Key

const keyOf = ({ pk, sk }: Stored): Stored => ({ pk: pk!, sk: sk! })
const isKey = (name: string): boolean => name === 'pk' || name === 'sk'

interface Expression {
  readonly words: readonly string[]
  readonly names: Record<string, string>
  readonly values: Record<string, AttributeValue>
}

/** The item is there and says what it said; and nothing by the names that are added to it. */
const unchanged = (stored: Stored, added: readonly string[] = []): Expression => {
  const fields = Object.entries(stored).filter(([name]) => !isKey(name))
  return {
    words: [
      'attribute_exists(#key)',
      ...fields.map((_, n) => `#was${n} = :was${n}`),
      ...added.map((_, n) => `attribute_not_exists(#new${n})`),
    ],
    names: {
      '#key': 'pk',
      ...Object.fromEntries(fields.map(([name], n) => [`#was${n}`, name])),
      ...Object.fromEntries(added.map((name, n) => [`#new${n}`, name])),
    },
    values: Object.fromEntries(fields.map(([, value], n) => [`:was${n}`, value])),
  }
}

/** DynamoDB takes no empty map of values. */
const valuesIn = (values: Record<string, AttributeValue>) =>
  Object.keys(values).length > 0 && { ExpressionAttributeValues: values }

const conditionOf = ({ words, names, values }: Expression) => ({
  ConditionExpression: words.join(' AND '),
  ExpressionAttributeNames: names,
  ...valuesIn(values),
})

/** An item that a running stage changes again and again is let go before this, or nothing is well. */
const mostTries = 50

const returned = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const

interface Refusal {
  readonly name: string
  readonly Item?: Stored
  readonly CancellationReasons?: readonly { readonly Code?: string }[]
}

/** Tries again with what is stored by now, until it is written, or nothing is left to do. Answers whether it wrote. */
const persist = async (
  stored: Stored,
  write: (stored: Stored) => Promise<boolean>,
  isOld: (item: Item & Key) => boolean,
): Promise<boolean> => {
  let current: Stored | undefined = stored
  for (let tries = 0; tries < mostTries; tries++) {
    if (!current || !isOld(toItem(current))) return false
    try {
      return await write(current)
    } catch (error) {
      if ((error as Refusal).name !== 'ConditionalCheckFailedException') throw error
      current = (error as Refusal).Item
    }
  }
  throw new Error(
    `An item changed ${mostTries} times while it was to be migrated: run the same command again`,
  )
}

const rewriteItem = ({ client, name: TableName }: MigratedTable, step: RewriteStep, found: Stored) =>
  persist(
    found,
    async stored => {
      const next = toStored(step.rewrite(toItem(stored)))
      if (!isDeepStrictEqual(keyOf(next), keyOf(stored)))
        throw new TypeError(`${step.name}: a rewrite keeps the key`)
      const set = Object.entries(next).filter(
        ([name, value]) => !isKey(name) && !isDeepStrictEqual(value, stored[name]),
      )
      const removed = Object.keys(stored).filter(name => !(name in next))
      if (set.length + removed.length === 0)
        throw new TypeError(`${step.name}: what it leaves is what it found`)
      const added = set.map(([name]) => name).filter(name => !(name in stored))
      const { words, names, values } = unchanged(stored, added)
      const parts = [
        ...(set.length > 0 ? [`SET ${set.map((_, n) => `#set${n} = :set${n}`).join(', ')}`] : []),
        ...(removed.length > 0 ? [`REMOVE ${removed.map((_, n) => `#gone${n}`).join(', ')}`] : []),
      ]
      await client.send(
        new UpdateItemCommand({
          TableName,
          Key: keyOf(stored),
          UpdateExpression: parts.join(' '),
          ConditionExpression: words.join(' AND '),
          ExpressionAttributeNames: {
            ...names,
            ...Object.fromEntries(set.map(([name], n) => [`#set${n}`, name])),
            ...Object.fromEntries(removed.map((name, n) => [`#gone${n}`, name])),
          },
          ...valuesIn({ ...values, ...Object.fromEntries(set.map(([, value], n) => [`:set${n}`, value])) }),
          ...returned,
        }),
      )
      return true
    },
    step.isOld,
  )

const removeItem = ({ client, name: TableName }: MigratedTable, step: RemoveStep, found: Stored) =>
  persist(
    found,
    async stored => {
      await client.send(
        new DeleteItemCommand({
          TableName,
          Key: keyOf(stored),
          ...conditionOf(unchanged(stored)),
          ...returned,
        }),
      )
      return true
    },
    step.isOld,
  )

const readItem = async (table: MigratedTable, key: Stored): Promise<Stored | undefined> => {
  const command = new GetItemCommand({ TableName: table.name, Key: key, ConsistentRead: true })
  return (await table.client.send(command)).Item
}

/** BatchGetItem reads at most 100 keys (https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html). */
const mostKeys = 100

const textOfKey = ({ pk, sk }: Stored): string => JSON.stringify([pk!.S, sk!.S])

/** The entries of which there are none yet. */
const findMissing = async (
  { client, name }: MigratedTable,
  entries: readonly Stored[],
): Promise<readonly Stored[]> => {
  const there = new Set<string>()
  for (let start = 0; start < entries.length; start += mostKeys) {
    let Keys: Stored[] | undefined = entries.slice(start, start + mostKeys).map(keyOf)
    while (Keys && Keys.length > 0) {
      const RequestItems = { [name]: { Keys, ConsistentRead: true, ProjectionExpression: 'pk, sk' } }
      const answer = await client.send(new BatchGetItemCommand({ RequestItems }))
      for (const item of answer.Responses?.[name] ?? []) there.add(textOfKey(item))
      Keys = answer.UnprocessedKeys?.[name]?.Keys as Stored[] | undefined
    }
  }
  return entries.filter(entry => !there.has(textOfKey(entry)))
}

/** Puts an entry as long as its item is what the entry was made of: what an erasure has taken comes back by no index. */
const putEntry = async (
  { client, name: TableName }: MigratedTable,
  stored: Stored,
  entry: Stored,
): Promise<'put' | 'there' | 'changed'> => {
  const ConditionCheck = { TableName, Key: keyOf(stored), ...conditionOf(unchanged(stored)) }
  const Put = {
    TableName,
    Item: entry,
    ConditionExpression: 'attribute_not_exists(#key)',
    ExpressionAttributeNames: { '#key': 'pk' },
  }
  try {
    await client.send(new TransactWriteItemsCommand({ TransactItems: [{ ConditionCheck }, { Put }] }))
    return 'put'
  } catch (error) {
    const { name, CancellationReasons = [] } = error as Refusal
    if (name !== 'TransactionCanceledException') throw error
    const [source, target] = CancellationReasons.map(({ Code = 'None' }) => Code)
    return source === 'None' && target === 'ConditionalCheckFailed' ? 'there' : 'changed'
  }
}

const entriesOf = (step: FillStep, stored: Stored): readonly Stored[] =>
  step.entriesOf(toItem(stored)).map(toStored)

const fillEntries = async (table: MigratedTable, step: FillStep, found: Stored): Promise<boolean> => {
  let [current, wrote]: [Stored | undefined, boolean] = [found, false]
  for (let tries = 0; tries < mostTries; tries++) {
    if (!current) return wrote
    const missing = await findMissing(table, entriesOf(step, current))
    let isChanged = false
    for (const entry of missing) {
      const end = await putEntry(table, current, entry)
      if (end === 'put') wrote = true
      if (end === 'changed') isChanged = true
    }
    if (!isChanged) return wrote
    current = await readItem(table, keyOf(current))
  }
  throw new Error(`An item changed ${mostTries} times while it was to be listed: run the same command again`)
}

/** Whether a step has something to do with an item. */
export const needsStep = async (
  table: MigratedTable,
  step: MigrationStep,
  stored: Stored,
): Promise<boolean> =>
  step.kind === 'fill'
    ? (await findMissing(table, entriesOf(step, stored))).length > 0
    : step.isOld(toItem(stored))

/** Applies a step to an item that needs it. Answers whether it wrote. */
export const applyStep = (table: MigratedTable, step: MigrationStep, stored: Stored): Promise<boolean> => {
  if (step.kind === 'rewrite') return rewriteItem(table, step, stored)
  return step.kind === 'remove' ? removeItem(table, step, stored) : fillEntries(table, step, stored)
}

/** Applies steps in their order, each to what the one before has left. Answers the names of those that wrote, and whether the item is still there. */
export const applySteps = async (
  table: MigratedTable,
  steps: readonly MigrationStep[],
  found: Stored,
  pace: () => Promise<void>,
): Promise<{ readonly wrote: readonly string[]; readonly isThere: boolean }> => {
  const wrote: string[] = []
  let current: Stored | undefined = found
  for (const step of steps) {
    if (!current) break
    if (!(await needsStep(table, step, current))) continue
    await pace()
    if (await applyStep(table, step, current)) wrote.push(step.name)
    current = await readItem(table, keyOf(current))
  }
  return { wrote, isThere: current !== undefined }
}
