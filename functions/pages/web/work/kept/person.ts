import { changed } from './changes.ts'
import { database, of, stores, strictly } from './database.ts'

/** Who works on this telephone; undefined before anybody has signed in, and after they signed out. */
export const findPerson = async (): Promise<string | undefined> =>
  (await (await database()).get('phone', 'person')) as string | undefined

export const keepPerson = async (id: string): Promise<void> => {
  await (await database()).put('phone', id, 'person')
  changed()
}

/** Deletes all that lies here of somebody, and that they were here. What others could not send yet stays for them. */
export const forgetPerson = async (by: string): Promise<void> => {
  const transaction = (await database()).transaction(stores, 'readwrite', strictly)
  await Promise.all([
    transaction.objectStore('phone').clear(),
    transaction.objectStore('devices').delete(by),
    transaction.objectStore('lists').delete(by),
    transaction.objectStore('visits').delete(of(by)),
    transaction.objectStore('photos').delete(of(by)),
    transaction.objectStore('calls').delete(of(by)),
  ])
  await transaction.done
  changed()
}
