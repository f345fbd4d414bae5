import {
  type DBSchema,
  type IDBPDatabase,
  openDB,
  type StoreKey,
  type StoreNames,
  type StoreValue,
} from 'idb'
import { useEffect, useState } from 'preact/hooks'
import type { Call, Device, Photo, Visit, WorkLists } from './records.ts'

/**
 * Everything on the phone. A person's work is stored under their id, so that nobody else who signs in on the same phone
 * sees or sends it. Signing out deletes it.
 */
interface LocalSchema extends DBSchema {
  /** Who works on this phone, and the difference of its clock to the server's. */
  phone: { key: 'person' | 'clockOffsetMs'; value: string | number }
  devices: { key: string; value: Device }
  lists: { key: string; value: WorkLists }
  visits: { key: [by: string, id: string]; value: Visit }
  calls: { key: [by: string, id: string]; value: Call }
  /** One record a photo: a broken one leaves the others whole. */
  photos: { key: [by: string, id: string, slot: string]; value: Photo }
}

export const stores = ['phone', 'devices', 'lists', 'visits', 'photos', 'calls'] as const

let opened: Promise<IDBPDatabase<LocalSchema>> | undefined

export const localDatabase = (): Promise<IDBPDatabase<LocalSchema>> => {
  opened ??= openDB<LocalSchema>('work', 2, {
    upgrade: made => {
      for (const name of stores) if (!made.objectStoreNames.contains(name)) made.createObjectStore(name)
    },
    // A later version of the page wants to change it.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
    terminated: () => {
      opened = undefined
    },
  })
  return opened
}

/** A battery may be flat a second later: what is written is on the disk before it counts as saved. */
export const strictDurability = { durability: 'strict' } as const

/** Everything under a person's id, in a store whose keys begin with it. */
export const byPerson = (by: string, ...more: readonly string[]): IDBKeyRange =>
  IDBKeyRange.bound([by, ...more], [by, ...more, []])

const channel = new BroadcastChannel('work')
const listeners = new Set<() => void>()
const notifyThisTab = (): void => {
  for (const listener of listeners) listener()
}
channel.addEventListener('message', notifyThisTab)

/** Tells every tab that something was written. */
export const notifyChange = (): void => {
  channel.postMessage('changed')
  notifyThisTab()
}

/** Reads stored values, again at every change in any tab; undefined until they were read. */
export const useStored = <Value>(
  read: () => Promise<Value>,
  names: readonly unknown[],
): Value | undefined => {
  const [value, setValue] = useState<Value>()
  useEffect(() => {
    let isWanted = true
    const look = () => void read().then(found => isWanted && setValue(() => found))
    look()
    listeners.add(look)
    return () => {
      isWanted = false
      listeners.delete(look)
    }
  }, names)
  return value
}

type PersonalStore = Exclude<StoreNames<LocalSchema>, 'phone'>

interface RecordKey<Store extends PersonalStore> {
  readonly by: string
  readonly store: Store
  readonly key: StoreKey<LocalSchema, Store>
}

/**
 * Saves a person's record, if they still work here. The same transaction checks that, so that work in progress leaves
 * nothing behind after they sign out in this tab or another.
 * @returns the stored value, or undefined if the person has gone
 */
export const saveFor = async <Store extends PersonalStore>(
  { by, store, key }: RecordKey<Store>,
  valueAfter: (stored: StoreValue<LocalSchema, Store> | undefined) => StoreValue<LocalSchema, Store>,
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

/** Changes a stored record in one transaction; one that is gone stays gone. @param change undefined: nothing changes */
export const updateRecord = async <Store extends 'visits' | 'calls'>(
  store: Store,
  { by, id }: { readonly by: string; readonly id: string },
  change: (stored: StoreValue<LocalSchema, Store>) => Partial<StoreValue<LocalSchema, Store>> | undefined,
): Promise<void> => {
  const transaction = (await localDatabase()).transaction(store, 'readwrite', strictDurability)
  const stored = await transaction.store.get([by, id] as StoreKey<LocalSchema, Store>)
  const difference = stored && change(stored)
  if (difference)
    await transaction.store.put({ ...stored, ...difference }, [by, id] as StoreKey<LocalSchema, Store>)
  await transaction.done
  if (difference) notifyChange()
}
