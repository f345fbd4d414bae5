import { mapConcurrently } from '../aws/concurrency.ts'
import { database } from '../table/driver.ts'
import { queryAll } from '../table/paging.ts'
import type { Item, Key, Query } from '../table/port.ts'
import type { Tenant, VerificationKey } from '../table/tenant.ts'

/** A kind whose items of a verification are found by what the kind itself says. */
interface KindOfRecord {
  readonly itemsOf: (of: Tenant, id: number) => Query
}

/** Also what has expired: what is there is kept. */
export const listItems = (
  { itemsOf }: KindOfRecord,
  key: VerificationKey,
): Promise<readonly (Item & Key)[]> => {
  const query = itemsOf(key, key.verificationId)
  // An index has no consistent reads.
  return queryAll<Item & Key>({ ...query, consistent: query.index === undefined })
}

/** Returns how many there were; a dry run deletes none. */
export const eraseItems = async (
  kind: KindOfRecord,
  key: VerificationKey,
  isDry: boolean,
): Promise<number> => {
  const found = await listItems(kind, key)
  if (!isDry) await mapConcurrently(found, ({ pk, sk }) => database.write({ delete: { pk, sk } }))
  return found.length
}
