import { database } from './driver.ts'
import type { Item, Query } from './port.ts'

interface Paged<Row, Place> {
  readonly items: readonly Row[]
  /** Where the next page starts; absent on the last. */
  readonly after?: Place | undefined
}

/** Goes through a list page by page. @param read reads the page that starts at a place, the first without one */
export const eachPage = async <Row, Place>(
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
export const pages = async <Row>(query: Query): Promise<readonly Row[]> => {
  const found: Row[] = []
  await eachPage<Row, Item>(
    after => database.query<Row>({ ...query, after }),
    items => found.push(...items),
  )
  return found
}

/** A list that lies in several partitions of an index. */
interface Parted {
  readonly index: 'gsi1' | 'gsi2'
  readonly partitions: readonly string[]
}

interface PartedQuery extends Omit<Query, 'index' | 'partition' | 'after'> {
  readonly limit: number
  /** Where the page before this one ended: a sort key. */
  readonly beyond?: string | undefined
}

interface PartedPage<Row> {
  readonly items: readonly Row[]
  /** Where it ended; absent on the last page. */
  readonly place?: string
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
export const pageOfParts = async <Row>(
  { index, partitions }: Parted,
  { limit, beyond, ...query }: PartedQuery,
): Promise<PartedPage<Row>> => {
  const range = rangeBeyond({ ...query, limit, beyond })
  if (range.from !== undefined && range.to !== undefined && range.from > range.to) return { items: [] }
  const most = beyond === undefined ? limit : limit + 1
  const read = (partition: string) =>
    database.query<Item>({ ...query, ...range, index, partition, limit: most })
  const pages = await Promise.all(partitions.map(read))
  const placeOf = (item: Item): string => String(item[`${index}sk`])
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
