import { database } from './driver.ts'
import type { Item, Query } from './port.ts'

interface Paged<Row, Place> {
  readonly items: readonly Row[]
  /** Where the next page starts; absent on the last. */
  readonly after?: Place | undefined
}

/** Goes through a list page by page. @param read reads the page that starts at a place, the first without one */
export const forEachPage = async <Row, Place>(
  read: (after: Place | undefined) => Promise<Paged<Row, Place>>,
  work: (items: readonly Row[]) => unknown,
): Promise<void> => {
  let after: Place | undefined
  do {
    const page = await read(after)
    await work(page.items)
    after = page.after
  } while (after !== undefined)
}

/** Every item that a query finds, however many pages it takes. */
export const queryAll = async <Row>(query: Query): Promise<readonly Row[]> => {
  const found: Row[] = []
  await forEachPage<Row, Item>(
    after => database.query<Row>({ ...query, after }),
    items => found.push(...items),
  )
  return found
}

/** A page of a list. */
export interface ResultPage<Row, Place> {
  readonly items: readonly Row[]
  /** Where it ended; absent on the last page. */
  readonly place?: Place
}

/** Reads a page of a list from behind a place on, or from its start. */
export type PageReader<Row, Place> = (next: {
  readonly limit: number
  readonly place?: Place | undefined
}) => Promise<ResultPage<Row, Place>>

/** Each read of a filtered list is twice as large as the one before, so that one page looks through 12,700 items at most. */
const filteredReads = [100, 200, 400, 800, 1600, 3200, 6400] as const

/**
 * A page of a list of which few are wanted. The engine counts what it looks at, not what it finds
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Query.FilterExpression.html): it is asked on until
 * more is found than the page holds. @param read the wanted ones among the next `limit`
 */
export const readFilteredPage = async <Row, Place>(
  limit: number,
  read: PageReader<Row, Place>,
  placeOf: (row: Row) => Place,
): Promise<ResultPage<Row, Place>> => {
  const found: Row[] = []
  let place: Place | undefined
  for (const size of filteredReads) {
    const page = await read({ limit: size, place })
    found.push(...page.items)
    const items = found.slice(0, limit)
    if (found.length > limit) return { items, place: placeOf(items.at(-1)!) }
    place = page.place
    if (place === undefined) break
  }
  return { items: found, ...(place !== undefined && { place }) }
}

/** A list that lies in several partitions of an index, or of the table itself. */
interface Parted {
  readonly index?: 'gsi1' | 'gsi2'
  readonly partitions: readonly string[]
}

interface PartedQuery extends Omit<Query, 'index' | 'partition' | 'after'> {
  readonly limit: number
  /** Where the page before this one ended: a sort key. */
  readonly beyond?: string | undefined
}

/** What lies beyond a place; the place itself is asked for, too, as a range includes its ends. */
const rangeBeyond = ({ from, to, newestFirst, beyond }: PartedQuery) => {
  if (beyond === undefined) return { from, to }
  const nearest = (other: string | undefined) =>
    other === undefined || other < beyond === !newestFirst ? beyond : other
  return newestFirst ? { from, to: nearest(to) } : { from: nearest(from), to }
}

/**
 * A page of a list that lies in several partitions, in the order of the sort keys of all of them. It goes as far as
 * every partition was read, so that nothing is left out, whatever a filter takes away.
 */
export const queryShards = async <Row>(
  { partitions, ...where }: Parted,
  { limit, beyond, ...query }: PartedQuery,
): Promise<ResultPage<Row, string>> => {
  const range = rangeBeyond({ ...query, limit, beyond })
  if (range.from !== undefined && range.to !== undefined && range.from > range.to) return { items: [] }
  const most = beyond === undefined ? limit : limit + 1
  const read = (partition: string) =>
    database.query<Item>({ ...query, ...range, ...where, partition, limit: most })
  const pages = await Promise.all(partitions.map(read))
  const placeOf = (item: Item): string => String(item[`${where.index ?? ''}sk`])
  const inOrder = (one: string, other: string): number =>
    (one < other ? -1 : one > other ? 1 : 0) * (query.newestFirst ? -1 : 1)
  const [end] = pages.flatMap(({ after }) => (after ? [placeOf(after)] : [])).toSorted(inOrder)
  const found = pages
    .flatMap(({ items }) => items)
    .filter(item => placeOf(item) !== beyond && (end === undefined || inOrder(placeOf(item), end) <= 0))
    .toSorted((one, other) => inOrder(placeOf(one), placeOf(other)))
  const items = found.slice(0, limit)
  const place = items.length < found.length ? placeOf(items.at(-1)!) : end
  return { items: items as readonly Item[] as readonly Row[], ...(place !== undefined && { place }) }
}
