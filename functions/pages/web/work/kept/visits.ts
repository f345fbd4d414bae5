import type { WorkItem } from '../../../../../shared/fieldwork/contract/assignment.ts'
import { changed } from './changes.ts'
import { database, of, strictly } from './database.ts'
import { keepAs } from './keep.ts'
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
  (await database()).getAll('visits', of(by))

export const findVisit = async (by: string, id: string): Promise<Visit | undefined> =>
  (await database()).get('visits', [by, id])

export const keepVisit = async (visit: Visit): Promise<void> => {
  await keepAs({ by: visit.by, store: 'visits', key: [visit.by, visit.id] }, () => visit)
}

/** Changes a visit as it stands at this moment; one that is gone stays gone. @param change undefined: it stays as it is */
export const changeVisit = async (
  { by, id }: Pick<Visit, 'by' | 'id'>,
  change: (standing: Visit) => Partial<Visit> | undefined,
): Promise<void> => {
  const transaction = (await database()).transaction('visits', 'readwrite', strictly)
  const standing = await transaction.store.get([by, id])
  const difference = standing && change(standing)
  if (difference) await transaction.store.put({ ...standing, ...difference }, [by, id])
  await transaction.done
  if (difference) changed()
}

/** Deletes a visit and its photos from the telephone. */
export const forgetVisit = async ({ by, id }: Pick<Visit, 'by' | 'id'>): Promise<void> => {
  const transaction = (await database()).transaction(['visits', 'photos'], 'readwrite')
  await transaction.objectStore('visits').delete([by, id])
  await transaction.objectStore('photos').delete(of(by, id))
  await transaction.done
  changed()
}

/** Deletes a visit of which nothing was made here. @returns whether it did */
export const forgetUntouched = async ({ by, id }: Visit): Promise<boolean> => {
  const transaction = (await database()).transaction(['visits', 'photos'], 'readwrite')
  const visits = transaction.objectStore('visits')
  const standing = await visits.get([by, id])
  const made = Object.keys(standing?.answers ?? {}).length
  const isUntouched =
    !standing?.report && made + (await transaction.objectStore('photos').count(of(by, id))) === 0
  if (isUntouched) await visits.delete([by, id])
  await transaction.done
  if (isUntouched) changed()
  return isUntouched
}

/** The office has it all: of the visit no more than that stays, and of its photos nothing. */
export const finishVisit = async ({ by, id }: Visit, at: string): Promise<void> => {
  const transaction = (await database()).transaction(['visits', 'photos'], 'readwrite', strictly)
  const visits = transaction.objectStore('visits')
  const photos = transaction.objectStore('photos')
  const standing = await visits.get([by, id])
  if (standing) {
    const sent = (await photos.getAll(of(by, id))).filter(({ state }) => state === 'stored').length
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
    await photos.delete(of(by, id))
  }
  await transaction.done
  changed()
}
