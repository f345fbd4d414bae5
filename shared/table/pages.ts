import { database } from './driver.ts'
import type { Item, Query, QueryPage } from './port.ts'

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

/** Each read of a filtered list is twice as large as the one before, so that one page looks through 12,700 items at most. */
const filteredReads = [100, 200, 400, 800, 1600, 3200, 6400] as const

interface Filtered<Row> {
  readonly items: readonly Row[]
  /** Whether what follows was found, too, but did not fit: the next page starts after the last item. */
  readonly isCut: boolean
  /** Where to look on, if nothing was cut off; absent at the list's end. */
  readonly after?: Item | undefined
}

/**
 * A page of a list of which few are wanted. The engine counts what it looks at, not what it finds
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Query.FilterExpression.html): it is asked on until
 * more is found than the page holds. @param read the wanted ones among the next `limit`
 */
export const filteredPage = async <Row>(
  limit: number,
  read: (next: { limit: number; after?: Item | undefined }) => Promise<QueryPage<Row>>,
): Promise<Filtered<Row>> => {
  const found: Row[] = []
  let after: Item | undefined
  for (const size of filteredReads) {
    const page = await read({ limit: size, after })
    found.push(...page.items)
    after = page.after
    if (found.length > limit) return { items: found.slice(0, limit), isCut: true }
    if (!after) break
  }
  return { items: found, isCut: false, after }
}
