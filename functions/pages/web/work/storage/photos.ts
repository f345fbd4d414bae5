import { nextPhotoState, type PhotoEvent, type PhotoState } from '../queue/photo-state.ts'
import { notifyChange } from './changes.ts'
import { localDatabase, byPerson, strictDurability } from './database.ts'
import { saveFor } from './save.ts'
import type { Photo } from './records.ts'

export const listPhotos = async (by: string, id: string): Promise<readonly Photo[]> =>
  (await localDatabase()).getAll('photos', byPerson(by, id))

export const listAllPhotos = async (by: string): Promise<readonly Photo[]> =>
  (await localDatabase()).getAll('photos', byPerson(by))

/** Keeps a photo in the place of the one in its slot. @throws Error if its person has gone */
export const savePhoto = async (photo: Photo): Promise<void> => {
  const { by, id, slot } = photo
  const kept = await saveFor({ by, store: 'photos', key: [by, id, slot] }, () => photo)
  if (!kept) throw new Error('The photo was not kept: its person has signed out')
}

/** What is left once something happened to a photo. */
const moved = (photo: Photo, event: PhotoEvent): Photo => {
  const state = nextPhotoState(photo.state, event)
  return { ...photo, state, bytes: state === 'stored' ? undefined : photo.bytes }
}

/** Notes what happened to a photo; nothing if another has taken its place, or it is gone. Answers the state that it is in. */
export const updatePhotoState = async (photo: Photo, event: PhotoEvent): Promise<PhotoState | undefined> => {
  const transaction = (await localDatabase()).transaction('photos', 'readwrite', strictDurability)
  const key: [string, string, string] = [photo.by, photo.id, photo.slot]
  const standing = await transaction.store.get(key)
  const isSame = standing?.sha256 === photo.sha256
  const next = isSame ? moved(standing, event) : undefined
  if (next) await transaction.store.put(next, key)
  await transaction.done
  notifyChange()
  return next?.state
}
