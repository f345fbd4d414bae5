import { marshall } from '@aws-sdk/util-dynamodb'
import { isDeepStrictEqual } from 'node:util'
import { listWrites, type NamedWrites, type Item as TableItem, type Write } from '../../shared/table/port.ts'
import { tableSchema } from '../../shared/table/schema.ts'
import { bytesOf, type Item } from '../bench/dynamodb-units.ts'
import { keyOf, type MemoryTable } from './memory-table.ts'

/*
 * Write units by partition of the table and of its indexes, from the items that were written: each has the keys that it
 * was given. https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html
 */

const unitsOf = (item: TableItem): number =>
  Math.ceil(bytesOf(marshall(item, { removeUndefinedValues: true }) as object as Item) / 1024)

type TableIndex = (typeof tableSchema.indexes)[number]

/** Undefined for an item that is not in the index. */
const entryOf = (
  item: TableItem | undefined,
  { partitionKey, sortKey, projected }: TableIndex,
): TableItem | undefined => {
  if (item?.[partitionKey] === undefined || item[sortKey] === undefined) return undefined
  const names = ['pk', 'sk', partitionKey, sortKey, ...projected]
  return Object.fromEntries(names.filter(name => name in item).map(name => [name, item[name]]))
}

type Count = (partition: string, units: number) => void

/** An entry whose key changes is deleted and put; one that stays the same costs nothing. */
const countIndex = (
  index: TableIndex,
  [before, after]: readonly [TableItem | undefined, TableItem | undefined],
  count: Count,
): void => {
  const entries = [entryOf(before, index), entryOf(after, index)] as const
  if (isDeepStrictEqual(...entries)) return
  const places = entries.map(entry => entry && [entry[index.partitionKey], entry[index.sortKey]])
  const changed = isDeepStrictEqual(places[0], places[1]) ? entries.slice(1) : entries
  for (const entry of changed)
    if (entry) count(`${index.name} ${String(entry[index.partitionKey])}`, unitsOf(entry))
}

/** The same table, and what is written to each of its partitions. A transaction costs the table twice as much. */
export const meterTable = (table: MemoryTable) => {
  const units = new Map<string, number>()
  const count: Count = (partition, more) => units.set(partition, (units.get(partition) ?? 0) + more)
  const countWrite = (write: Write, before: TableItem | undefined, factor: number): void => {
    const key = keyOf(write)
    const after = table.get(key)
    const size = Math.max(...[before, after].map(item => (item ? unitsOf(item) : 1)))
    count(`table ${key.pk}`, factor * size)
    if ('check' in write) return
    for (const index of tableSchema.indexes) countIndex(index, [before, after], count)
  }
  const write = (named: NamedWrites): void => {
    const writes = listWrites(named).map(([, write]) => write)
    const before = writes.map(each => table.get(keyOf(each)))
    table.write(named)
    for (const [n, each] of writes.entries()) countWrite(each, before[n], writes.length > 1 ? 2 : 1)
  }
  return { table: { ...table, write }, units: (): ReadonlyMap<string, number> => units }
}
