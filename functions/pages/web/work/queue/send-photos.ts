import { callApi, ApiProblem } from '../../ui/api.ts'
import { sha256Of } from '../capture/digest.ts'
import { enrol } from '../storage/device.ts'
import { listPhotos, updatePhotoState } from '../storage/photos.ts'
import type { Photo, Visit } from '../storage/records.ts'
import { withTimeout } from './timeout.ts'
import { eventOfProblem, isUnsent, type PhotoEvent } from './photo-state.ts'
import { put, type Upload } from './upload.ts'

const patienceMs = 60_000

const state = (id: string, photos: readonly Photo[]) =>
  callApi('POST /v1/operations/assignments/{id}/photos', {
    params: { id },
    body: { records: photos.map(({ signed }) => signed) },
    signal: withTimeout(patienceMs),
  })

const isUnknownDevice = (error: unknown): boolean =>
  error instanceof ApiProblem && (error.problem.errors ?? []).some(({ code }) => code === 'unknown_device')

/** The records first, all at once: they are small, and prove the time of photos that may follow hours later. */
const record = async ({ by, id }: Visit, photos: readonly Photo[]): Promise<ReadonlyMap<Photo, Upload>> => {
  const { data } = await state(id, photos).catch(async error => {
    if (!isUnknownDevice(error)) throw error
    // Of each person's devices the service keeps the last few.
    await enrol(by, true)
    return state(id, photos)
  })
  const uploads = new Map<Photo, Upload>()
  for (const [index, photo] of photos.entries()) {
    const answer = data[index]!
    await updatePhotoState(photo, answer.state)
    if (answer.upload) uploads.set(photo, answer.upload)
  }
  return uploads
}

/** What the word that a photo is there was answered with. @throws Refusal for what is no answer about the photo */
const arrive = async ({ id, slot, sha256 }: Photo): Promise<PhotoEvent> => {
  try {
    const path = 'POST /v1/operations/assignments/{id}/photos/{slot}'
    const signal = withTimeout(patienceMs)
    const answer = await callApi(path, { params: { id, slot }, body: { sha256 }, signal })
    return answer.sha256 === sha256 ? 'stored' : 'missing'
  } catch (error) {
    const event = error instanceof ApiProblem ? eventOfProblem[error.problem.code] : undefined
    if (!event) throw error
    return event
  }
}

/** Undefined where a telephone's storage has lost or changed them. */
const wholeBytes = async ({ bytes, sha256 }: Photo): Promise<Blob | undefined> =>
  bytes && (await sha256Of(bytes).catch(() => '')) === sha256 ? bytes : undefined

const sendOne = async (photo: Photo, upload: Upload | undefined): Promise<void> => {
  if (upload && photo.state !== 'uploaded') {
    const bytes = await wholeBytes(photo)
    if (!bytes) return void (await updatePhotoState(photo, 'damaged'))
    await put(upload, bytes)
    await updatePhotoState(photo, 'uploaded')
  }
  await updatePhotoState(photo, await arrive(photo))
}

const unsentOf = async ({ by, id }: Visit): Promise<readonly Photo[]> =>
  (await listPhotos(by, id)).filter(({ state }) => isUnsent(state))

/**
 * Sends a visit's photos, each once, whatever was sent of them before: records, bytes, the word that they are there.
 * @returns whether all have come to their end
 * @throws Refusal, Unreachable
 */
export const sendPhotos = async (visit: Visit): Promise<boolean> => {
  const photos = await unsentOf(visit)
  if (photos.length === 0) return true
  const unrecorded = photos.filter(({ state }) => state !== 'uploaded')
  const uploads = unrecorded.length > 0 ? await record(visit, unrecorded) : new Map<Photo, Upload>()
  for (const photo of photos)
    if (uploads.has(photo) || photo.state === 'uploaded') await sendOne(photo, uploads.get(photo))
  return (await unsentOf(visit)).length === 0
}
