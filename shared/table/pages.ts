import { database } from './driver.ts'
import type { Item, Query } from './port.ts'

/** Every item that a query finds, however many pages it takes. */
export const pages = async <Row>(query: Query): Promise<readonly Row[]> => {
  const found: Row[] = []
  let after: Item | undefined
  do {
    const page = await database.query<Row>(after ? { ...query, after } : query)
    found.push(...page.items)
    after = page.after
  } while (after)
  return found
}
