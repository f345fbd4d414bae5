import type { StoreKey, StoreNames, StoreValue } from 'idb'
import { notifyChange } from './changes.ts'
import { localDatabase, type LocalSchema, strictDurability } from './database.ts'

type OfSomebody = Exclude<StoreNames<LocalSchema>, 'phone'>

/** Where something of somebody's lies. */
interface RecordKey<Store extends OfSomebody> {
  readonly by: string
  readonly store: Store
  readonly key: StoreKey<LocalSchema, Store>
}

/**
 * Keeps something of somebody's, if they work here still. That is asked in the very transaction that keeps it, so that
 * what was under way when they signed out, in this tab or another, leaves nothing behind.
 * @returns what lies there now, or undefined if they have gone
 */
export const saveFor = async <Store extends OfSomebody>(
  { by, store, key }: RecordKey<Store>,
  valueAfter: (standing: StoreValue<LocalSchema, Store> | undefined) => StoreValue<LocalSchema, Store>,
): Promise<StoreValue<LocalSchema, Store> | undefined> => {
  const transaction = (await localDatabase()).transaction(['phone', store], 'readwrite', strictDurability)
  const values = transaction.objectStore(store)
  const isHere = (await transaction.objectStore('phone').get('person')) === by
  const value = isHere ? valueAfter(await values.get(key)) : undefined
  if (value) await values.put(value, key)
  await transaction.done
  notifyChange()
  return value
}
