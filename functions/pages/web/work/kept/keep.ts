import type { StoreKey, StoreNames, StoreValue } from 'idb'
import { changed } from './changes.ts'
import { database, type Kept, strictly } from './database.ts'

type OfSomebody = Exclude<StoreNames<Kept>, 'phone'>

/** Where something of somebody's lies. */
interface Place<Store extends OfSomebody> {
  readonly by: string
  readonly store: Store
  readonly key: StoreKey<Kept, Store>
}

/**
 * Keeps something of somebody's, if they work here still. That is asked in the very transaction that keeps it, so that
 * what was under way when they signed out, in this tab or another, leaves nothing behind.
 * @returns what lies there now, or undefined if they have gone
 */
export const keepAs = async <Store extends OfSomebody>(
  { by, store, key }: Place<Store>,
  valueAfter: (standing: StoreValue<Kept, Store> | undefined) => StoreValue<Kept, Store>,
): Promise<StoreValue<Kept, Store> | undefined> => {
  const transaction = (await database()).transaction(['phone', store], 'readwrite', strictly)
  const values = transaction.objectStore(store)
  const isHere = (await transaction.objectStore('phone').get('person')) === by
  const value = isHere ? valueAfter(await values.get(key)) : undefined
  if (value) await values.put(value, key)
  await transaction.done
  changed()
  return value
}
