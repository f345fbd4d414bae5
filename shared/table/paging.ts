import { database } from './driver.ts'
import type { Item, Key, Query } from './port.ts'
import { keyNamesOf } from './schema.ts'

/** `after` is where the next page begins, behind what this one examined; absent behind the last one. */
export interface ResultPage<Row, Place> {
  readonly items: readonly Row[]
  readonly after?: Place
}

export const forEachPage = async <Row, Place>(
  read: (after: Place | undefined) => Promise<ResultPage<Row, Place>>,
  work: (items: readonly Row[]) => unknown,
): Promise<void> => {
  let after: Place | undefined
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

export type PageReader<Row, Place> = (page: {
  readonly limit: number
  readonly after?: Place | undefined
}) => Promise<ResultPage<Row, Place>>

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
export const readFilteredPage = async <Row, Place>(
  limit: number,
  read: PageReader<Row, Place>,
  placeOf: (row: Row) => Place,
  { firstRead = usualFirstRead, enough = limit + 1, reads: most = mostReads }: ReadLimits = {},
): Promise<ResultPage<Row, Place>> => {
  const found: Row[] = []
  let after: Place | undefined
  for (let reads = 0; reads < most; reads++) {
    const page = await read({ limit: firstRead * 2 ** reads, after })
    found.push(...page.items)
    const items = found.slice(0, limit)
    if (found.length > limit) return { items, after: placeOf(items.at(-1)!) }
    after = page.after
    if (after === undefined || found.length >= enough) break
  }
  return { items: found, ...(after !== undefined && { after }) }
}

/** A part of a list. The parts of one may be of several indexes that share a sort key. */
export type ListShard = Pick<Query, 'index' | 'partition'>

interface PartedQuery extends Omit<Query, 'index' | 'partition' | 'after'> {
  readonly limit: number
  readonly after?: string | undefined
}

/** A range includes its ends, so the previous end is read again and dropped. */
const rangeAfter = ({ from, to, newestFirst, after }: PartedQuery) => {
  if (after === undefined) return { from, to }
  const nearest = (other: string | undefined) =>
    other === undefined || other < after === !newestFirst ? after : other
  return newestFirst ? { from, to: nearest(to) } : { from: nearest(from), to }
}

/** Merges the shards by sort key, as far as every shard was read, so that nothing is skipped whatever a filter drops. */
export const queryShards = async <Row>(
  shards: readonly ListShard[],
  { limit, after: previous, ...query }: PartedQuery,
): Promise<ResultPage<Row, string>> => {
  const range = rangeAfter({ ...query, limit, after: previous })
  if (range.from !== undefined && range.to !== undefined && range.from > range.to) return { items: [] }
  const most = previous === undefined ? limit : limit + 1
  const read = async (shard: ListShard) => {
    const { sortKey } = keyNamesOf(shard.index)
    const placeOf = (item: Item) => String(item[sortKey])
    const page = await database.query<Item>({ ...query, ...range, ...shard, limit: most })
    return {
      rows: page.items.map(item => ({ item, place: placeOf(item) })),
      ends: page.after ? [placeOf(page.after)] : [],
    }
  }
  const pages = await Promise.all(shards.map(read))
  const inOrder = (one: string, other: string): number =>
    (one < other ? -1 : one > other ? 1 : 0) * (query.newestFirst ? -1 : 1)
  const [end] = pages.flatMap(({ ends }) => ends).toSorted(inOrder)
  const found = pages
    .flatMap(({ rows }) => rows)
    .filter(row => row.place !== previous && (end === undefined || inOrder(row.place, end) <= 0))
    .toSorted((one, other) => inOrder(one.place, other.place))
  const rows = found.slice(0, limit)
  const after = rows.length < found.length ? rows.at(-1)!.place : end
  const items = rows.map(({ item }) => item) as readonly Item[] as readonly Row[]
  return { items, ...(after !== undefined && { after }) }
}

export const getItemPair = async <One, Other>(
  one: Key,
  other: Key,
): Promise<readonly [One | undefined, Other | undefined]> => {
  const found = await database.getMany<Key>([one, other], { consistent: true })
  const at = ({ pk }: Key): unknown => found.find(item => item.pk === pk)
  return [at(one) as One | undefined, at(other) as Other | undefined]
}
