import type { WorkItem } from '../../../../../shared/review/contract.ts'
import { nextPhotoState, type PhotoEvent } from '../queue/photo-state.ts'
import { keysUnder, put, saveRecord, updateRecord, write } from './database.ts'
import type { Call, Photo, Visit } from './records.ts'

type WorkKey = Pick<Visit, 'by' | 'id'>

const noVisit = {
  work: undefined,
  applicantSays: undefined,
  property: undefined,
  placeFacts: [],
  answers: {},
  report: undefined,
  trouble: undefined,
}
const noCall = { work: undefined, applicantSays: undefined, drafts: {}, tries: {}, isLost: false }

/** Saves a held visit, with what was made of it before. @returns undefined if the person has gone */
export const saveVisit = (by: string, work: WorkItem): Promise<Visit | undefined> =>
  saveRecord('visits', [by, work.id], stored => ({
    ...(stored ?? { ...noVisit, by, id: work.id }),
    work,
    done: undefined,
  }))

/** Saves a held call, with what was typed before. @returns undefined if the person has gone */
export const saveCall = (by: string, work: WorkItem): Promise<Call | undefined> =>
  saveRecord('calls', [by, work.id], stored => ({
    ...(stored ?? { ...noCall, by, id: work.id }),
    work,
    isLost: false,
    done: undefined,
  }))

const visitStores = ['visits', 'photos'] as const

/** Deletes a visit with its photos, or a call, from the phone. */
export const deleteWork = ({ by, id }: WorkKey): Promise<unknown> =>
  write([...visitStores, 'calls'] as const, transaction =>
    Promise.all([
      transaction.objectStore('visits').delete([by, id]),
      transaction.objectStore('photos').delete(keysUnder(by, id)),
      transaction.objectStore('calls').delete([by, id]),
    ]),
  )

/** Deletes a visit without answers and photos. @returns whether it did */
export const deleteUnstartedVisit = ({ by, id }: WorkKey): Promise<boolean> =>
  write(visitStores, async transaction => {
    const visits = transaction.objectStore('visits')
    const { report, answers = {} } = (await visits.get([by, id])) ?? {}
    const photos = await transaction.objectStore('photos').count(keysUnder(by, id))
    const isUnstarted = !report && Object.keys(answers).length + photos === 0
    if (isUnstarted) await visits.delete([by, id])
    return isUnstarted
  })

/** Keeps for a day that the office has the visit, and deletes everything else of it, photos included. */
export const markVisitSent = ({ by, id }: WorkKey, at: string): Promise<void> =>
  write(visitStores, async transaction => {
    const visits = transaction.objectStore('visits')
    const photos = transaction.objectStore('photos')
    const stored = await visits.get([by, id])
    if (!stored) return
    const sent = (await photos.getAll(keysUnder(by, id))).filter(({ state }) => state === 'stored').length
    const done = { at, photos: sent, title: stored.work?.place?.street ?? id }
    await put(visits, { ...stored, ...noVisit, done }, [by, id])
    await photos.delete(keysUnder(by, id))
  })

/** Keeps for a day that the call is over, and deletes everything else of it. */
export const markCallSent = (call: WorkKey, done: NonNullable<Call['done']>): Promise<void> =>
  updateRecord('calls', call, () => ({ ...noCall, done }))

/** Whether something was typed that is not sent. */
export const hasDrafts = ({ drafts }: Call): boolean =>
  Object.values(drafts).some(answers => Object.values(answers).some(Boolean))

/** Saves a photo in the place of the one in its slot. @throws Error if its person has gone */
export const savePhoto = async (photo: Photo): Promise<void> => {
  const saved = await saveRecord('photos', [photo.by, photo.id, photo.slot], () => photo)
  if (!saved) throw new Error('The photo was not saved: its person has signed out')
}

/** Records an event of a photo, unless another has taken its place or it is gone. */
export const updatePhotoState = ({ by, id, slot, sha256 }: Photo, event: PhotoEvent): Promise<void> =>
  write(['photos'], async transaction => {
    const photos = transaction.objectStore('photos')
    const stored = await photos.get([by, id, slot])
    if (stored?.sha256 !== sha256) return
    const state = nextPhotoState(stored.state, event)
    const bytes = state === 'stored' ? undefined : stored.bytes
    await put(photos, { ...stored, state, bytes }, [by, id, slot])
  })
