import type { WorkItem } from '../../../../../shared/work/contract.ts'
import { nextPhotoState, type PhotoEvent, type PhotoState } from '../queue/photo-state.ts'
import { byPerson, localDatabase, notifyChange, saveFor, strictDurability, updateRecord } from './database.ts'
import type { Photo, Visit } from './records.ts'

type VisitKey = Pick<Visit, 'by' | 'id'>

const empty = {
  ...{ work: undefined, applicantSays: undefined, property: undefined },
  ...{ answers: {}, report: undefined, trouble: undefined },
}

export const newVisit = (by: string, work: WorkItem): Visit => ({
  ...{ ...empty, by, id: work.id, work, done: undefined },
})

export const listVisits = async (by: string): Promise<readonly Visit[]> =>
  (await localDatabase()).getAll('visits', byPerson(by))

export const findVisit = async (by: string, id: string): Promise<Visit | undefined> =>
  (await localDatabase()).get('visits', [by, id])

export const saveVisit = async (visit: Visit): Promise<void> => {
  await saveFor({ by: visit.by, store: 'visits', key: [visit.by, visit.id] }, () => visit)
}

export const updateVisit = (
  visit: VisitKey,
  change: (stored: Visit) => Partial<Visit> | undefined,
): Promise<void> => updateRecord('visits', visit, change)

const openVisitAndPhotos = async () => {
  const transaction = (await localDatabase()).transaction(['visits', 'photos'], 'readwrite', strictDurability)
  return { transaction, visits: transaction.objectStore('visits'), photos: transaction.objectStore('photos') }
}

/** Deletes a visit and its photos from the phone. */
export const deleteVisit = async ({ by, id }: VisitKey): Promise<void> => {
  const { transaction, visits, photos } = await openVisitAndPhotos()
  await visits.delete([by, id])
  await photos.delete(byPerson(by, id))
  await transaction.done
  notifyChange()
}

/** Deletes a visit without answers and photos. @returns whether it did */
export const deleteUnstartedVisit = async ({ by, id }: Visit): Promise<boolean> => {
  const { transaction, visits, photos } = await openVisitAndPhotos()
  const stored = await visits.get([by, id])
  const answers = Object.keys(stored?.answers ?? {}).length
  const isUnstarted = !stored?.report && answers + (await photos.count(byPerson(by, id))) === 0
  if (isUnstarted) await visits.delete([by, id])
  await transaction.done
  if (isUnstarted) notifyChange()
  return isUnstarted
}

/** Keeps for a day that the office has the visit, and deletes everything else of it, photos included. */
export const markVisitSent = async ({ by, id }: Visit, at: string): Promise<void> => {
  const { transaction, visits, photos } = await openVisitAndPhotos()
  const stored = await visits.get([by, id])
  if (stored) {
    const sent = (await photos.getAll(byPerson(by, id))).filter(({ state }) => state === 'stored').length
    const done = { at, photos: sent, title: stored.work?.place?.street ?? id }
    await visits.put({ ...stored, ...empty, done }, [by, id])
    await photos.delete(byPerson(by, id))
  }
  await transaction.done
  notifyChange()
}

export const listPhotos = async (by: string, id: string): Promise<readonly Photo[]> =>
  (await localDatabase()).getAll('photos', byPerson(by, id))

export const listAllPhotos = async (by: string): Promise<readonly Photo[]> =>
  (await localDatabase()).getAll('photos', byPerson(by))

/** Saves a photo in the place of the one in its slot. @throws Error if its person has gone */
export const savePhoto = async (photo: Photo): Promise<void> => {
  const { by, id, slot } = photo
  const saved = await saveFor({ by, store: 'photos', key: [by, id, slot] }, () => photo)
  if (!saved) throw new Error('The photo was not saved: its person has signed out')
}

/** Records an event of a photo, unless another has taken its place or it is gone. @returns its new state */
export const updatePhotoState = async (photo: Photo, event: PhotoEvent): Promise<PhotoState | undefined> => {
  const transaction = (await localDatabase()).transaction('photos', 'readwrite', strictDurability)
  const key: [string, string, string] = [photo.by, photo.id, photo.slot]
  const stored = await transaction.store.get(key)
  const state = stored?.sha256 === photo.sha256 ? nextPhotoState(stored.state, event) : undefined
  if (stored && state)
    await transaction.store.put(
      { ...stored, state, bytes: state === 'stored' ? undefined : stored.bytes },
      key,
    )
  await transaction.done
  notifyChange()
  return state
}
