import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreKey, StoreNames, StoreValue } from 'idb'
import { openDB } from 'idb'
import { NoticeError } from '../../ui/api.ts'
import { createShared } from '../shared.ts'
import type { Call, Device, Photo, Visit, WorkLists } from './records.ts'

/**
 * Everything on the phone. A person's work is stored under their id, so that nobody else who signs in on the same phone
 * sees or sends it. Signing out deletes it.
 */
interface LocalSchema extends DBSchema {
  /** Who works on this phone, the notice that they have read, and the difference of its clock to the server's. */
  phone: { key: 'person' | 'notice' | 'clockOffsetMs'; value: string | number }
  devices: { key: string; value: Device }
  lists: { key: string; value: WorkLists }
  visits: { key: [by: string, id: string]; value: Visit }
  calls: { key: [by: string, id: string]; value: Call }
  /** One record a photo: a broken one leaves the others whole. */
  photos: { key: [by: string, id: string, slot: string]; value: Photo }
}

export const stores = ['phone', 'devices', 'lists', 'visits', 'photos', 'calls'] as const

/** The phone is full, or its browser may store nothing. Nothing of the transaction is stored. */
export class StorageError extends NoticeError {
  override name = 'Storage'

  constructor(cause: unknown) {
    super('This phone could not save it.', { cause })
  }
}

/** Whether the last write, or a reading, failed. */
export const storageFault = createShared<'unsaved' | 'unreadable' | undefined>(undefined)

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
  }).catch(error => {
    // The next one may find room.
    opened = undefined
    throw error
  })
  return opened
}

/** Keys that begin with a person's id, or with those of a person and a visit. */
export const keysUnder = (...begin: readonly unknown[]): IDBKeyRange =>
  IDBKeyRange.bound(begin, [...begin, []])

const channel = new BroadcastChannel('work')
/** Counts the writes of all tabs. */
export const changes = createShared(0)
const notifyThisTab = (): void => changes.set(changes.get() + 1)
channel.addEventListener('message', notifyThisTab)

/** Transactions that found room for something. */
const written = new WeakSet<object>()

interface WritableStore<Value, Key> {
  readonly transaction: object
  put(value: Value, key: Key): Promise<unknown>
}

/** Puts a value. That there is room again is known by it alone: a phone without room still reads and deletes. */
export const put = async <Value, Key>(
  store: WritableStore<Value, Key>,
  value: Value,
  key: Key,
): Promise<void> => {
  await store.put(value, key)
  written.add(store.transaction)
}

/** What is not written whole is not written. */
const perform = async <Stores extends readonly StoreNames<LocalSchema>[], Result>(
  transaction: IDBPTransaction<LocalSchema, Stores, 'readwrite'>,
  work: (transaction: IDBPTransaction<LocalSchema, Stores, 'readwrite'>) => Promise<Result>,
): Promise<Result> => {
  transaction.done.catch(() => undefined)
  try {
    const result = await work(transaction)
    await transaction.done
    return result
  } catch (error) {
    try {
      transaction.abort()
    } catch {
      // It has ended by itself.
    }
    throw error
  }
}

/**
 * Writes in one transaction, and tells every tab. A battery may be flat a second later: what is written is on the disk
 * before it counts as saved. @throws StorageError
 */
export const write = async <Stores extends readonly StoreNames<LocalSchema>[], Result>(
  names: Stores,
  work: (transaction: IDBPTransaction<LocalSchema, Stores, 'readwrite'>) => Promise<Result>,
): Promise<Result> => {
  let result: Result
  try {
    const transaction = (await localDatabase()).transaction(names, 'readwrite', { durability: 'strict' })
    result = await perform(transaction, work)
    if (written.has(transaction)) storageFault.set(undefined)
  } catch (error) {
    storageFault.set('unsaved')
    throw new StorageError(error)
  }
  channel.postMessage('changed')
  notifyThisTab()
  return result
}

type PersonalStore = Exclude<StoreNames<LocalSchema>, 'phone'>
type RecordKey = Pick<Visit, 'by' | 'id'>

/**
 * Saves a person's record, if they still work here. The same transaction checks that, so that work in progress leaves
 * nothing behind after they sign out in this tab or another.
 * @param key begins with the person's id @returns the stored value, or undefined if the person has gone
 */
export const saveRecord = <Store extends PersonalStore>(
  store: Store,
  key: StoreKey<LocalSchema, Store>,
  valueAfter: (stored: StoreValue<LocalSchema, Store> | undefined) => StoreValue<LocalSchema, Store>,
): Promise<StoreValue<LocalSchema, Store> | undefined> =>
  write(['phone', store], async transaction => {
    const values = transaction.objectStore(store)
    const [by] = [key].flat()
    if ((await transaction.objectStore('phone').get('person')) !== by) return undefined
    const value = valueAfter(await values.get(key))
    await put(values, value, key)
    return value
  })

/** Changes a stored record in one transaction; one that is gone stays gone. @param change undefined: nothing changes */
export const updateRecord = <Store extends 'visits' | 'calls'>(
  store: Store,
  { by, id }: RecordKey,
  change: (stored: StoreValue<LocalSchema, Store>) => Partial<StoreValue<LocalSchema, Store>> | undefined,
): Promise<void> =>
  write([store], async transaction => {
    const values = transaction.objectStore(store)
    const key = [by, id] as StoreKey<LocalSchema, Store>
    const stored = await values.get(key)
    const difference = stored && change(stored)
    if (difference) await put(values, { ...stored, ...difference }, key)
  })

export const findRecord = async <Store extends 'visits' | 'calls'>(store: Store, { by, id }: RecordKey) =>
  (await localDatabase()).get(store, [by, id] as StoreKey<LocalSchema, Store>)

/** A person's records, or one visit's. */
export const listRecords = async <Store extends 'visits' | 'calls' | 'photos'>(
  store: Store,
  ...begin: [by: string, id?: string]
): Promise<readonly StoreValue<LocalSchema, Store>[]> =>
  (await localDatabase()).getAll(store, keysUnder(...begin))
