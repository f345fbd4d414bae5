import type { WorkItem } from '../../../../../shared/work/contract.ts'
import { notifyChange } from './changes.ts'
import { localDatabase, byPerson, strictDurability } from './database.ts'
import { saveFor } from './save.ts'
import type { Visit } from './records.ts'

export const newVisit = (by: string, work: WorkItem): Visit => ({
  by,
  id: work.id,
  work,
  applicantSays: undefined,
  property: undefined,
  answers: {},
  report: undefined,
  trouble: undefined,
  done: undefined,
})

export const listVisits = async (by: string): Promise<readonly Visit[]> =>
  (await localDatabase()).getAll('visits', byPerson(by))

export const findVisit = async (by: string, id: string): Promise<Visit | undefined> =>
  (await localDatabase()).get('visits', [by, id])

export const saveVisit = async (visit: Visit): Promise<void> => {
  await saveFor({ by: visit.by, store: 'visits', key: [visit.by, visit.id] }, () => visit)
}

/** Changes a visit as it stands at this moment; one that is gone stays gone. @param change undefined: it stays as it is */
export const updateVisit = async (
  { by, id }: Pick<Visit, 'by' | 'id'>,
  change: (standing: Visit) => Partial<Visit> | undefined,
): Promise<void> => {
  const transaction = (await localDatabase()).transaction('visits', 'readwrite', strictDurability)
  const standing = await transaction.store.get([by, id])
  const difference = standing && change(standing)
  if (difference) await transaction.store.put({ ...standing, ...difference }, [by, id])
  await transaction.done
  if (difference) notifyChange()
}

/** Deletes a visit and its photos from the telephone. */
export const deleteVisit = async ({ by, id }: Pick<Visit, 'by' | 'id'>): Promise<void> => {
  const transaction = (await localDatabase()).transaction(['visits', 'photos'], 'readwrite')
  await transaction.objectStore('visits').delete([by, id])
  await transaction.objectStore('photos').delete(byPerson(by, id))
  await transaction.done
  notifyChange()
}

/** Deletes a visit of which nothing was made here. @returns whether it did */
export const deleteUnstartedVisit = async ({ by, id }: Visit): Promise<boolean> => {
  const transaction = (await localDatabase()).transaction(['visits', 'photos'], 'readwrite')
  const visits = transaction.objectStore('visits')
  const standing = await visits.get([by, id])
  const made = Object.keys(standing?.answers ?? {}).length
  const isUntouched =
    !standing?.report && made + (await transaction.objectStore('photos').count(byPerson(by, id))) === 0
  if (isUntouched) await visits.delete([by, id])
  await transaction.done
  if (isUntouched) notifyChange()
  return isUntouched
}

/** The office has it all: of the visit no more than that stays, and of its photos nothing. */
export const markVisitSent = async ({ by, id }: Visit, at: string): Promise<void> => {
  const transaction = (await localDatabase()).transaction(['visits', 'photos'], 'readwrite', strictDurability)
  const visits = transaction.objectStore('visits')
  const photos = transaction.objectStore('photos')
  const standing = await visits.get([by, id])
  if (standing) {
    const sent = (await photos.getAll(byPerson(by, id))).filter(({ state }) => state === 'stored').length
    const nothing = {
      ...{ work: undefined, applicantSays: undefined, property: undefined },
      ...{ answers: {}, report: undefined },
    }
    await visits.put(
      {
        ...standing,
        ...nothing,
        trouble: undefined,
        done: { at, photos: sent, title: standing.work?.place?.street ?? id },
      },
      [by, id],
    )
    await photos.delete(byPerson(by, id))
  }
  await transaction.done
  notifyChange()
}
