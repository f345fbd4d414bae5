import { database } from '../table/driver.ts'
import { trailKey } from '../table/keys.ts'
import { forEachPage } from '../table/paging.ts'
import type { Item, Key } from '../table/port.ts'
import type { VerificationKey } from '../table/tenant.ts'
import type { EntryEvent } from './contract.ts'
import type { StoredEntry } from './store.ts'

/** Of a trail that is in the table as a whole, as that of a verification is whose back-check is not done. */
export const forEachEvent = (key: VerificationKey, work: (event: EntryEvent) => unknown): Promise<void> => {
  const { pk: partition, sk: from } = trailKey(key, key.verificationId, 1)
  return forEachPage<StoredEntry & Key, Item>(
    after => database.query<StoredEntry & Key>({ partition, from, consistent: true, after }),
    rows => {
      for (const row of rows) row.events.forEach(work)
    },
  )
}
