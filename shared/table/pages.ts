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
