import { isDeepStrictEqual } from 'node:util'
import { BusyError } from '../../shared/aws/errors.ts'
import {
  type Condition,
  ConditionFailedError,
  type Database,
  type Item,
  type Key,
  lastOfKeys,
  listWrites,
  type NamedWrites,
  type Query,
  type QueryPage,
  type Update,
  type Write,
  type Written,
} from '../../shared/table/port.ts'
import { tableSchema } from '../../shared/table/schema.ts'
import { evaluatorOf } from './expression.ts'
import type { Call } from './scheduler.ts'

/* The table in memory, with what DynamoDB promises of conditions, transactions, queries and its stream. Pages have no size in bytes. */

export interface MemoryTable {
  /** At once and in one step: the promises of a database are made around it. */
  readonly get: (key: Key) => Item | undefined
  readonly query: (query: Query) => QueryPage<Item>
  /** All or nothing. @throws ConditionFailedError */
  readonly write: (writes: NamedWrites) => void
  /** All items, by their keys. */
  readonly items: () => readonly Item[]
}

/** As it is stored: without what is undefined, and nobody else's to change. In loops, since every write is copied. */
const stored = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Uint8Array) return new Uint8Array(value)
  if (value instanceof Set) return new Set(value)
  if (Array.isArray(value)) return value.filter(each => each !== undefined).map(stored)
  const copy: Record<string, unknown> = {}
  for (const name of Object.keys(value)) {
    const field = (value as Item)[name]
    if (field !== undefined) copy[name] = stored(field)
  }
  return copy
}

export const keyOf = (write: Write): Key => {
  if ('put' in write) return write.put
  if ('update' in write) return write.update
  return 'delete' in write ? write.delete : write.check
}

const holds = (condition: Condition | undefined, item: Item | undefined): boolean =>
  !condition || evaluatorOf(condition.when)(item ?? {}, condition.values ?? {})

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

/** What a write made of an item, as the stream tells of it: nothing of a write that changed nothing. */
export interface ItemChange {
  readonly before: Item | undefined
  readonly after: Item | undefined
}

const nameOf = ({ pk, sk }: Key): string => `${pk} ${sk}`

/** Items by an attribute of theirs and by their key; those without the attribute are not there. */
const openPartitions = (attribute: string) => {
  const partitions = new Map<unknown, Map<string, Item>>()
  const empty: ReadonlyMap<string, Item> = new Map()
  return {
    in: (value: unknown): ReadonlyMap<string, Item> => partitions.get(value) ?? empty,
    all: (): Item[] => [...partitions.values()].flatMap(partition => [...partition.values()]),
    replace: (before: Item | undefined, after: Item | undefined): void => {
      const beforeIn = before?.[attribute]
      const afterIn = after?.[attribute]
      if (before && beforeIn !== afterIn) partitions.get(beforeIn)?.delete(nameOf(before as unknown as Key))
      if (!after || afterIn === undefined) return
      const partition = partitions.get(afterIn) ?? new Map<string, Item>()
      partitions.set(afterIn, partition)
      partition.set(nameOf(after as unknown as Key), after)
    },
  }
}

const isSameKey = (one: Key, other: Key): boolean => one.pk === other.pk && one.sk === other.sk

/** @param tell is told of every change, in its order */
export const openMemoryTable = (tell: (change: ItemChange) => void = () => {}): MemoryTable => {
  const table = openPartitions('pk')
  const indexes = new Map(
    tableSchema.indexes.map(({ name, partitionKey }) => [name, openPartitions(partitionKey)]),
  )
  const itemAt = (key: Key): Item | undefined => table.in(key.pk).get(nameOf(key))

  const replace = (key: Key, after: Item | undefined): void => {
    const before = itemAt(key)
    for (const each of [table, ...indexes.values()]) each.replace(before, after)
    const isChanged = before && after ? !isDeepStrictEqual(before, after) : before !== after
    if (isChanged) tell({ before, after })
  }

  const query = (wanted: Query): QueryPage<Item> => {
    const order = orderOf(wanted)
    const { partition, sort, projected } = order
    const { from = ' ', to = '~', newestFirst = false, limit = Infinity, after } = wanted
    const hasRange = wanted.from !== undefined || wanted.to !== undefined
    const isInRange = (key: string): boolean => byBytes(from, key) <= 0 && byBytes(key, to) <= 0
    const compare = compareBy(sort, newestFirst)
    const { index, partition: name } = wanted
    const found = [...(index ? indexes.get(index)! : table).in(name).values()]
      .filter(item => typeof item[sort[0]!] === 'string')
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
    get: itemAt,
    query,
    write: named => {
      const writes = listWrites(named).map(([name, write]) => {
        const key = keyOf(write)
        return { name, write, key, before: itemAt(key) }
      })
      if (
        writes.some(({ key }, index) => writes.some((other, at) => at < index && isSameKey(key, other.key)))
      )
        throw new TypeError('A transaction writes no item more than once')
      const refused = writes.filter(({ write: { condition }, before }) => !holds(condition, before))
      if (refused.length > 0) {
        const stored = refused.filter(({ before }) => before).map(({ name, before }) => [name, before])
        throw new ConditionFailedError({
          failed: new Set(refused.map(({ name }) => name)),
          items: Object.fromEntries(stored),
        })
      }
      for (const { write, key, before } of writes)
        if (!('check' in write)) replace(key, afterWrite(write, before))
    },
    items: () => table.all().sort(compareBy([tableSchema.partitionKey, tableSchema.sortKey], false)),
  }
}

/** What a write is called in a history. */
const describe = (write: Write): string => {
  const [kind] = Object.keys(write)
  return `${kind} ${nameOf(keyOf(write))}`
}

const withoutAnswer = (): never => {
  throw new BusyError('The table answers TimeoutError')
}

/** The same names, of whose writes something else is made; a name keeps what is left of it. */
export const mapWrites = (writes: NamedWrites, change: (write: Write) => Write): NamedWrites =>
  Object.fromEntries(Object.entries(writes).map(([name, given = []]) => [name, [given].flat().map(change)]))

export const filterWrites = (writes: NamedWrites, which: (write: Write) => boolean): NamedWrites =>
  Object.fromEntries(Object.entries(writes).map(([name, given = []]) => [name, [given].flat().filter(which)]))

export type Transact = (writes: NamedWrites) => Promise<Written<never>>

/**
 * The port over a table in memory.
 * @param send makes each call, at a moment of its choice
 * @param fault what becomes of writes, each of which is a transaction here
 */
export const openDatabase = (
  table: MemoryTable,
  send: (call: Call) => Promise<unknown>,
  fault: (transact: Transact) => Transact = transact => transact,
): Database => {
  const read = (what: () => string, perform: () => unknown) => send({ what, perform, withoutAnswer })
  const readMany = (keys: readonly Key[]): readonly Item[] =>
    keys.map(table.get).filter(item => item !== undefined)
  const namesOf = (keys: readonly Key[]) => () => `get ${keys.map(nameOf)}`
  const transact = fault(async named => {
    const writes = listWrites(named).map(([, write]) => write)
    await send({
      what: () => writes.map(describe).join(', '),
      isRepeated: writes.length === 1,
      perform: () => table.write(named),
      withoutAnswer,
    })
    return {}
  })
  const write = async (one: Write): Promise<void> => {
    await transact({ write: one })
  }
  return {
    get: <Row>(key: Key) => read(namesOf([key]), () => table.get(key)) as Promise<Row | undefined>,
    // For no keys the driver makes no call.
    getMany: async <Row>(keys: readonly Key[]) =>
      keys.length === 0 ? [] : (read(namesOf(keys), () => readMany(keys)) as Promise<readonly Row[]>),
    getBatch: keys =>
      read(namesOf(keys), () => ({ items: readMany(keys), unread: [] })) as Promise<{
        items: readonly Item[]
        unread: readonly Key[]
      }>,
    query: <Row>(wanted: Query) =>
      read(
        () => `query ${wanted.index ?? ''} ${wanted.partition}`,
        () => table.query(wanted),
      ) as Promise<QueryPage<Row>>,
    write,
    transact,
    // A call of many may be cut off between any two, so that each is a call here.
    writeMany: async writes => {
      await Promise.all(lastOfKeys(writes).map(write))
    },
    update: <Row>(wanted: Update) =>
      send({
        what: () => describe(wanted),
        isRepeated: true,
        perform: () => {
          table.write({ update: wanted })
          return table.get(wanted.update)
        },
        withoutAnswer,
      }) as Promise<Row>,
  }
}
