import { notifyChange } from './changes.ts'
import { localDatabase, byPerson, stores, strictDurability } from './database.ts'

/** Who works on this telephone; undefined before anybody has signed in, and after they signed out. */
export const findPerson = async (): Promise<string | undefined> =>
  (await (await localDatabase()).get('phone', 'person')) as string | undefined

export const savePerson = async (id: string): Promise<void> => {
  await (await localDatabase()).put('phone', id, 'person')
  notifyChange()
}

/** Deletes all that lies here of somebody, and that they were here. What others could not send yet stays for them. */
export const deletePerson = async (by: string): Promise<void> => {
  const transaction = (await localDatabase()).transaction(stores, 'readwrite', strictDurability)
  await Promise.all([
    transaction.objectStore('phone').clear(),
    transaction.objectStore('devices').delete(by),
    transaction.objectStore('lists').delete(by),
    transaction.objectStore('visits').delete(byPerson(by)),
    transaction.objectStore('photos').delete(byPerson(by)),
    transaction.objectStore('calls').delete(byPerson(by)),
  ])
  await transaction.done
  notifyChange()
}
