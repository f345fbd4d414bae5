import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Call, Device, Photo, Visit, WorkLists } from './records.ts'

/**
 * All that lies on the telephone. Whatever somebody's work is about stands under their id, so that nobody else who
 * signs in on the same telephone is shown it or sends it; signing out deletes it.
 */
export interface LocalSchema extends DBSchema {
  /** Who works on this telephone, and what its clock lacks to the server's. */
  phone: { key: 'person' | 'clockOffsetMs'; value: string | number }
  devices: { key: string; value: Device }
  lists: { key: string; value: WorkLists }
  visits: { key: [by: string, id: string]; value: Visit }
  calls: { key: [by: string, id: string]; value: Call }
  /** One record a photo: what breaks one leaves the others whole. */
  photos: { key: [by: string, id: string, slot: string]; value: Photo }
}

export const stores = ['phone', 'devices', 'lists', 'visits', 'photos', 'calls'] as const

let opened: Promise<IDBPDatabase<LocalSchema>> | undefined

/** The database, made where there is none. */
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

/** A battery may be flat a second later: what is written lies on the disk before it counts as kept. */
export const strictDurability = { durability: 'strict' } as const

/** Everything under somebody's id, in a store whose keys begin with it. */
export const byPerson = (by: string, ...more: readonly string[]): IDBKeyRange =>
  IDBKeyRange.bound([by, ...more], [by, ...more, []])
