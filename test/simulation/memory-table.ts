import {
  type Condition,
  ConditionFailedError,
  type Database,
  type Item,
  type Key,
  type Query,
  type QueryPage,
  type Update,
  type Write,
} from '../../shared/table/port.ts'
import { tableSchema } from '../../shared/table/schema.ts'
import { evaluatorOf } from './expression.ts'

/* The table in memory, with what DynamoDB promises of conditions, transactions and queries. Pages have no size in bytes. */

export interface MemoryTable {
  /** At once and in one step: the promises of a database are made around it. */
  readonly get: (key: Key) => Item | undefined
  readonly query: (query: Query) => QueryPage<Item>
  /** All or nothing. @throws ConditionFailedError */
  readonly write: (writes: readonly Write[]) => void
  /** All items, by their keys. */
  readonly items: () => readonly Item[]
}

/** As it is stored: without what is undefined, and nobody else's to change. */
const stored = (value: unknown): unknown => {
  if (value instanceof Uint8Array) return new Uint8Array(value)
  if (value instanceof Set) return new Set(value)
  if (Array.isArray(value)) return value.filter(each => each !== undefined).map(stored)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  return Object.fromEntries(fields.map(([name, field]) => [name, stored(field)]))
}

const keyOf = (write: Write): Key => {
  if ('put' in write) return write.put
  if ('update' in write) return write.update
  return 'delete' in write ? write.delete : write.check
}

const nameOf = ({ pk, sk }: Key): string => JSON.stringify([pk, sk])

const holds = (condition: Condition | undefined, item: Item | undefined): boolean =>
  !condition || evaluatorOf(condition.when)(item ?? {}, stored(condition.values ?? {}) as object)

const updated = (
  { update: { pk, sk }, set, setOnce = {}, add = {}, remove = [] }: Update,
  before: Item = {},
): Item => {
  const after: Record<string, unknown> = { ...before, pk, sk, ...(stored(set) as Item) }
  for (const [name, value] of Object.entries(stored(setOnce) as Item))
    if (before[name] === undefined) after[name] = value
  for (const [name, count] of Object.entries(add)) after[name] = ((before[name] as number) ?? 0) + count
  for (const name of remove) delete after[name]
  return after
}

const afterWrite = (write: Write, before: Item | undefined): Item | undefined => {
  if ('put' in write) return stored(write.put) as Item
  if ('update' in write) return updated(write, before)
  return 'delete' in write ? undefined : before
}

const byBytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other))

interface Order {
  readonly partition: string
  /** The attributes that order a query's items. */
  readonly sort: readonly string[]
  readonly projected: (item: Item) => Item
}

const pick = (item: Item, names: readonly string[]): Item =>
  Object.fromEntries(names.filter(name => item[name] !== undefined).map(name => [name, item[name]]))

const orderOf = ({ index }: Query): Order => {
  const { partitionKey, sortKey, indexes } = tableSchema
  const found = indexes.find(({ name }) => name === index)
  if (!found) return { partition: partitionKey, sort: [sortKey], projected: item => item }
  const keys = [partitionKey, sortKey, found.partitionKey, found.sortKey]
  return {
    partition: found.partitionKey,
    sort: [found.sortKey, partitionKey, sortKey],
    projected: item => pick(item, [...keys, ...found.projected]),
  }
}

const compareBy =
  (names: readonly string[], isReversed: boolean) =>
  (one: Item, other: Item): number => {
    for (const name of names) {
      const difference = byBytes(one[name] as string, other[name] as string)
      if (difference !== 0) return isReversed ? -difference : difference
    }
    return 0
  }

export const openMemoryTable = (): MemoryTable => {
  const items = new Map<string, Item>()

  const query = (wanted: Query): QueryPage<Item> => {
    const { partition, sort, projected } = orderOf(wanted)
    const { from = ' ', to = '~', newestFirst = false, limit = Infinity, after } = wanted
    const hasRange = wanted.from !== undefined || wanted.to !== undefined
    const isInRange = (key: string): boolean => byBytes(from, key) <= 0 && byBytes(key, to) <= 0
    const compare = compareBy(sort, newestFirst)
    const found = [...items.values()]
      .filter(item => item[partition] === wanted.partition && typeof item[sort[0]!] === 'string')
      .filter(item => !hasRange || isInRange(item[sort[0]!] as string))
      .filter(item => !after || compare(item, after) > 0)
      .sort(compare)
    const page = found.slice(0, limit)
    const last = page.length === limit ? page.at(-1) : undefined
    const names = [...new Set([tableSchema.partitionKey, tableSchema.sortKey, partition, sort[0]!])]
    return {
      items: page.map(projected).filter(item => holds(wanted.filter, item)),
      ...(last && { after: pick(last, names) }),
    }
  }

  return {
    get: key => items.get(nameOf(key)),
    query,
    write: writes => {
      const names = writes.map(write => nameOf(keyOf(write)))
      if (new Set(names).size < names.length)
        throw new TypeError('A transaction writes no item more than once')
      const before = names.map(name => items.get(name))
      const failed = writes.map(({ condition }, index) => !holds(condition, before[index]))
      if (failed.includes(true))
        throw new ConditionFailedError(
          failed,
          before.map((item, index) => (failed[index] ? item : undefined)),
        )
      for (const [index, write] of writes.entries()) {
        const after = afterWrite(write, before[index])
        if (after) items.set(names[index]!, after)
        else items.delete(names[index]!)
      }
    },
    items: () => [...items.values()].sort(compareBy([tableSchema.partitionKey, tableSchema.sortKey], false)),
  }
}

/** A call to the table: what it does, when it is its turn. `isRepeatable`: sent again where its answer got lost. */
export interface TableCall {
  readonly kind: 'read' | 'write' | 'transaction'
  readonly perform: () => unknown
}

/** The port over a table in memory. @param send makes each call, at a moment of its choice */
export const openDatabase = (table: MemoryTable, send: (call: TableCall) => Promise<unknown>): Database => ({
  get: <Row>(key: Key) => send({ kind: 'read', perform: () => table.get(key) }) as Promise<Row | undefined>,
  getMany: <Row>(keys: readonly Key[]) =>
    send({
      kind: 'read',
      perform: () => keys.map(table.get).filter(item => item !== undefined),
    }) as Promise<readonly Row[]>,
  query: <Row>(wanted: Query) =>
    send({ kind: 'read', perform: () => table.query(wanted) }) as Promise<QueryPage<Row>>,
  write: async (...writes) => {
    await send({
      kind: writes.length === 1 ? 'write' : 'transaction',
      perform: () => table.write(writes),
    })
  },
  update: <Row>(wanted: Update) =>
    send({
      kind: 'write',
      perform: () => {
        table.write([wanted])
        return table.get(wanted.update)
      },
    }) as Promise<Row>,
})
