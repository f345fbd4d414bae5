/*
 * Request units of DynamoDB, counted from the requests that the functions made. Rules:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html
 */
import { tableSchema } from '../../shared/table/schema.ts'
import { foreverDays, itemOverheadBytes } from './cost/assumptions.ts'

interface Attribute {
  readonly [type: string]: unknown
}
export type Item = Readonly<Record<string, Attribute>>

const text = (value: unknown): number => Buffer.byteLength(String(value))

/** An attribute's size in bytes. */
const sizeOf = (attribute: Attribute): number => {
  const [[type, value]] = Object.entries(attribute) as [[string, unknown]]
  if (type === 'N') return Math.ceil(text(value) / 2) + 1
  if (type === 'B') return Buffer.from(String(value), 'base64').length
  if (type === 'BOOL' || type === 'NULL') return 1
  if (type === 'M') return 3 + Object.keys(value as Item).length + bytesOf(value as Item)
  if (type === 'L') return 3 + (value as Attribute[]).reduce((sum, one) => sum + 1 + sizeOf(one), 0)
  return text(value)
}

export const bytesOf = (item: Item): number =>
  Object.entries(item).reduce((sum, [name, attribute]) => sum + text(name) + sizeOf(attribute), 0)

/** The bytes of an item's entries in the indexes, with what DynamoDB adds to each. */
const indexBytesOf = (item: Item): number => {
  const entries = tableSchema.indexes
    .filter(({ partitionKey }) => partitionKey in item)
    .map(({ partitionKey, sortKey, projected }) => {
      const names = ['pk', 'sk', partitionKey, sortKey, ...projected]
      return bytesOf(Object.fromEntries(names.filter(name => name in item).map(name => [name, item[name]!])))
    })
  return entries.reduce((sum, bytes) => sum + bytes + itemOverheadBytes, 0)
}

const keyOf = (key: Item): string => `${key.pk?.S} ${key.sk?.S}`

const namesIn = (expression = ''): string[] => [...expression.matchAll(/#(\w+)/g)].map(([, name]) => name!)

interface Write {
  readonly Item?: Item
  readonly Key?: Item
  readonly UpdateExpression?: string
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>
  readonly ExpressionAttributeValues?: Item
}

type TransactWrite = Readonly<Partial<Record<'Put' | 'Update' | 'Delete' | 'ConditionCheck', Write>>>

interface WriteRequest {
  readonly PutRequest?: { readonly Item: Item }
  readonly DeleteRequest?: { readonly Key: Item }
}

const keyIn = ({ Put, Update, Delete, ConditionCheck }: TransactWrite): Item =>
  Put?.Item ?? (Update ?? Delete ?? ConditionCheck)?.Key ?? {}

interface QueryRequest {
  readonly IndexName?: string
  readonly ExpressionAttributeValues?: Item
}

/** An item that the requests left behind. */
export interface StoredItem {
  readonly key: string
  readonly tableBytes: number
  readonly indexBytes: number
  /** Until it expires. */
  readonly days: number
}

/** What one partition of the table or of an index takes of a request. */
export interface PartitionUnits {
  /** The name of the index, or `table`, and the partition key. */
  readonly partition: string
  readonly units: number
}

export interface Units {
  readonly write: number
  readonly read: number
  /** Where these are taken. An index entry that moves is a unit where it was, and one where it is. */
  readonly partitions: readonly PartitionUnits[]
  /** Of an item that was written, as it stands then. */
  readonly bytes?: number
  /** What was read or written, for people. */
  readonly label: string
}

const tablePartition = (key: Item): string => `table ${key.pk?.S}`

/**
 * Each index entry that is written, changed or deleted: one unit, in a transaction too, where it is replicated
 * afterwards. An update may name attributes that it does not change: they are taken to change.
 */
const indexWrites = (before: Item, after: Item, named: ReadonlySet<string>) =>
  tableSchema.indexes
    .filter(({ partitionKey, sortKey, projected }) =>
      partitionKey in before && partitionKey in after
        ? [partitionKey, sortKey, ...projected].some(name => named.has(name))
        : partitionKey in before || partitionKey in after,
    )
    .map(({ name, partitionKey, sortKey }): readonly PartitionUnits[] => {
      const places = [before, after].filter(item => partitionKey in item)
      const [from, to] = places.map(item => `${item[partitionKey]!.S} ${item[sortKey]?.S}`)
      const touched = from === to ? places.slice(1) : places
      return touched.map(item => ({ partition: `${name} ${item[partitionKey]!.S}`, units: 1 }))
    })

const written = (key: Item, table: number, indexes: readonly (readonly PartitionUnits[])[]) => ({
  read: 0,
  write: table + indexes.length,
  partitions: [{ partition: tablePartition(key), units: table }, ...indexes.flat()],
})

/** Counts the units of requests in their order, keeping what the table would hold. */
export const openMeter = () => {
  const items = new Map<string, Item>()

  const put = (item: Item): Units => {
    const before = items.get(keyOf(item)) ?? {}
    items.set(keyOf(item), item)
    const table = Math.ceil(bytesOf(item) / 1024)
    const indexes = indexWrites(before, item, new Set(Object.keys(item)))
    return { label: `put ${item.sk?.S}`, bytes: bytesOf(item), ...written(item, table, indexes) }
  }

  const update = ({ Key = {}, UpdateExpression = '', ...request }: Write): Units => {
    const names = namesIn(UpdateExpression)
    const before = items.get(keyOf(Key)) ?? Key
    const values = request.ExpressionAttributeValues ?? {}
    const set = names.flatMap(name => (values[`:set_${name}`] ? [[name, values[`:set_${name}`]!]] : []))
    const removed = namesIn(UpdateExpression.match(/\bREMOVE ([#\w, ]+?)(?= [A-Z]|$)/)?.[1])
    const kept = Object.entries(before).filter(([name]) => !removed.includes(name))
    const after: Item = Object.fromEntries([...kept, ...set])
    items.set(keyOf(Key), after)
    const table = Math.ceil(Math.max(bytesOf(before), bytesOf(after)) / 1024)
    const indexes = indexWrites(before, after, new Set(names))
    return { label: `update ${Key.sk?.S}`, bytes: bytesOf(after), ...written(Key, table, indexes) }
  }

  const unitsOfKept = (key: Item): number =>
    Math.max(1, Math.ceil(bytesOf(items.get(keyOf(key)) ?? {}) / 1024))

  const check = (key: Item): Units => ({ label: `check ${key.sk?.S}`, ...written(key, unitsOfKept(key), []) })

  const remove = (key: Item): Units => {
    const before = items.get(keyOf(key)) ?? {}
    const units = written(key, unitsOfKept(key), indexWrites(before, {}, new Set()))
    items.delete(keyOf(key))
    return { label: `delete ${key.sk?.S}`, ...units }
  }

  /** The item's own part counts twice in a transaction. */
  const inTransaction = (one: TransactWrite): Units => {
    const { Put, Update, Delete } = one
    const key = keyIn(one)
    const before = unitsOfKept(key)
    const single = Put?.Item ? put(Put.Item) : Update ? update(Update) : Delete ? remove(key) : check(key)
    const own = Delete ? before : unitsOfKept(key)
    return {
      ...single,
      write: single.write + own,
      label: `${single.label} (transaction)`,
      partitions: [...single.partitions, { partition: tablePartition(key), units: own }],
    }
  }

  const read = (keys: readonly Item[], isConsistent: boolean, label: string): Units => {
    const partitions = keys.map(key => ({
      partition: tablePartition(key),
      units: Math.max(1, Math.ceil(bytesOf(items.get(keyOf(key)) ?? {}) / 4096)) * (isConsistent ? 1 : 0.5),
    }))
    return { label, write: 0, read: partitions.reduce((sum, { units }) => sum + units, 0), partitions }
  }

  const query = (
    { IndexName = 'table', ExpressionAttributeValues: values }: QueryRequest,
    units: number,
  ) => ({
    label: `query ${IndexName}`,
    write: 0,
    read: units,
    partitions: [{ partition: `${IndexName} ${values?.[':pk']?.S}`, units }],
  })

  /**
   * The units of one request. @param answered what the engine said that a query reads, which its request does not tell: it
   * is taken to read no more than 4 KB where nobody asked
   */
  const unitsOf = (action: string, body: string, answered?: number): readonly Units[] => {
    const request = JSON.parse(body)
    const isConsistent = request.ConsistentRead === true
    if (action === 'PutItem') return [put(request.Item)]
    if (action === 'UpdateItem') return [update(request)]
    if (action === 'DeleteItem') return [remove(request.Key)]
    if (action === 'TransactWriteItems') return request.TransactItems.map(inTransaction)
    if (action === 'GetItem') return [read([request.Key], isConsistent, `get ${request.Key.sk?.S}`)]
    if (action === 'Query') return [query(request, answered ?? (isConsistent ? 1 : 0.5))]
    if (action === 'BatchWriteItem')
      return Object.values<WriteRequest[]>(request.RequestItems)
        .flat()
        .map(({ PutRequest, DeleteRequest }) =>
          PutRequest ? put(PutRequest.Item) : remove(DeleteRequest!.Key),
        )
    if (action !== 'BatchGetItem') return []
    const tables = Object.values(request.RequestItems) as { Keys: Item[]; ConsistentRead?: boolean }[]
    return tables.map(({ Keys, ConsistentRead }) => read(Keys, ConsistentRead === true, 'batch get'))
  }

  /** The units of writes of which a condition failed: each is looked at, and none happens. */
  const unitsOfRefused = (action: string, body: string): readonly Units[] => {
    const request = JSON.parse(body)
    if (action !== 'TransactWriteItems') return [check(request.Key ?? request.Item)]
    return request.TransactItems.map((one: TransactWrite) => {
      const key = keyIn(one)
      return { label: `refused ${key.sk?.S}`, ...written(key, 2 * unitsOfKept(key), []) }
    })
  }

  /** What the table holds after all of that. */
  const stored = (nowMs: number): readonly StoredItem[] =>
    [...items].map(([key, item]) => {
      const endMs = Number(item.expiresAt?.N ?? Number.NaN) * 1000
      const days = Number.isNaN(endMs) ? foreverDays : Math.max(0, endMs - nowMs) / 86_400_000
      const tableBytes = bytesOf(item) + itemOverheadBytes
      return { key, tableBytes, indexBytes: indexBytesOf(item), days }
    })

  return { unitsOf, unitsOfRefused, stored }
}
