import { database } from './driver.ts'
import type { Item, Key, Query } from './port.ts'
import { keyNamesOf } from './schema.ts'

interface PagedShards<Row, Cursor> {
  readonly items: readonly Row[]
  readonly after?: Cursor | undefined
}

export const forEachPage = async <Row, Cursor>(
  read: (after: Cursor | undefined) => Promise<PagedShards<Row, Cursor>>,
  work: (items: readonly Row[]) => unknown,
): Promise<void> => {
  let after: Cursor | undefined
  do {
    const page = await read(after)
    await work(page.items)
    after = page.after
  } while (after !== undefined)
}

export const queryAll = async <Row>(query: Query): Promise<readonly Row[]> => {
  const found: Row[] = []
  await forEachPage<Row, Item>(
    after => database.query<Row>({ ...query, after }),
    items => found.push(...items),
  )
  return found
}

export interface ResultPage<Row, Cursor> {
  readonly items: readonly Row[]
  readonly cursor?: Cursor
}

export type PageReader<Row, Cursor> = (next: {
  readonly limit: number
  readonly cursor?: Cursor | undefined
}) => Promise<ResultPage<Row, Cursor>>

/** Each read is twice as large as the one before: a page examines 127 times the first at most, or 12,700 items. */
const mostReads = 7
const usualFirstRead = 100

interface ReadLimits {
  readonly firstRead?: number
  /** With so many matches a page is not read on for more. */
  readonly enough?: number
  /** How often a page is read on, each time for twice as many. */
  readonly reads?: number
}

/**
 * Reads on until the page is full: DynamoDB counts examined items, not matches. @param read the matches among the next
 * `limit` (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Query.FilterExpression.html)
 */
export const readFilteredPage = async <Row, Cursor>(
  limit: number,
  read: PageReader<Row, Cursor>,
  cursorOf: (row: Row) => Cursor,
  { firstRead = usualFirstRead, enough = limit + 1, reads: most = mostReads }: ReadLimits = {},
): Promise<ResultPage<Row, Cursor>> => {
  const found: Row[] = []
  let cursor: Cursor | undefined
  for (let reads = 0; reads < most; reads++) {
    const page = await read({ limit: firstRead * 2 ** reads, cursor })
    found.push(...page.items)
    const items = found.slice(0, limit)
    if (found.length > limit) return { items, cursor: cursorOf(items.at(-1)!) }
    cursor = page.cursor
    if (cursor === undefined || found.length >= enough) break
  }
  return { items: found, ...(cursor !== undefined && { cursor }) }
}

/** A part of a list. The parts of one may be of several indexes that share a sort key. */
export type ListShard = Pick<Query, 'index' | 'partition'>

interface PartedQuery extends Omit<Query, 'index' | 'partition' | 'after'> {
  readonly limit: number
  readonly beyond?: string | undefined
}

/** A range includes its ends, so the previous end is read again and dropped. */
const rangeBeyond = ({ from, to, newestFirst, beyond }: PartedQuery) => {
  if (beyond === undefined) return { from, to }
  const nearest = (other: string | undefined) =>
    other === undefined || other < beyond === !newestFirst ? beyond : other
  return newestFirst ? { from, to: nearest(to) } : { from: nearest(from), to }
}

/** Merges the shards by sort key, as far as every shard was read, so that nothing is skipped whatever a filter drops. */
export const queryShards = async <Row>(
  shards: readonly ListShard[],
  { limit, beyond, ...query }: PartedQuery,
): Promise<ResultPage<Row, string>> => {
  const range = rangeBeyond({ ...query, limit, beyond })
  if (range.from !== undefined && range.to !== undefined && range.from > range.to) return { items: [] }
  const most = beyond === undefined ? limit : limit + 1
  const read = async (shard: ListShard) => {
    const { sortKey } = keyNamesOf(shard.index)
    const cursorOf = (item: Item) => String(item[sortKey])
    const page = await database.query<Item>({ ...query, ...range, ...shard, limit: most })
    return {
      rows: page.items.map(item => ({ item, cursor: cursorOf(item) })),
      ends: page.after ? [cursorOf(page.after)] : [],
    }
  }
  const pages = await Promise.all(shards.map(read))
  const inOrder = (one: string, other: string): number =>
    (one < other ? -1 : one > other ? 1 : 0) * (query.newestFirst ? -1 : 1)
  const [end] = pages.flatMap(({ ends }) => ends).toSorted(inOrder)
  const found = pages
    .flatMap(({ rows }) => rows)
    .filter(row => row.cursor !== beyond && (end === undefined || inOrder(row.cursor, end) <= 0))
    .toSorted((one, other) => inOrder(one.cursor, other.cursor))
  const rows = found.slice(0, limit)
  const cursor = rows.length < found.length ? rows.at(-1)!.cursor : end
  const items = rows.map(({ item }) => item) as readonly Item[] as readonly Row[]
  return { items, ...(cursor !== undefined && { cursor }) }
}

export const getItemPair = async <One, Other>(
  one: Key,
  other: Key,
): Promise<readonly [One | undefined, Other | undefined]> => {
  const found = await database.getMany<Key>([one, other], { consistent: true })
  const at = ({ pk }: Key): unknown => found.find(item => item.pk === pk)
  return [at(one) as One | undefined, at(other) as Other | undefined]
}
