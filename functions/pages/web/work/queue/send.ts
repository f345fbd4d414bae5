import type * as z from 'zod/mini'
import type { RecordedPhotos } from '../../../../../shared/evidence/contract.ts'
import { ApiProblem, callApi, isSessionExpired, NetworkError } from '../../ui/api.ts'
import { sha256Of } from '../capture/take.ts'
import { enrol } from '../storage/person.ts'
import type { Photo, Visit } from '../storage/records.ts'
import {
  findVisit,
  listPhotos,
  listVisits,
  markVisitSent,
  updatePhotoState,
  updateVisit,
} from '../storage/visits.ts'
import { eventOfProblem, isUnsent, type PhotoEvent } from './photo-state.ts'
import { decideRetry, OtherPersonError, withTimeout } from './retry.ts'

type PhotoUpload = NonNullable<z.infer<typeof RecordedPhotos>['data'][number]['upload']>

/** For 400 KB over the worst network. */
const uploadTimeoutMs = 300_000
const timeoutMs = 60_000

/** Uploads a photo's bytes. @throws NetworkError for any failure: the next answer to its record has a new upload */
const uploadBytes = async ({ method, url, headers }: PhotoUpload, bytes: Blob): Promise<void> => {
  const signal = withTimeout(uploadTimeoutMs)
  // A Blob would send its own type beside the signed one.
  const body = await bytes.arrayBuffer()
  const response = await fetch(url, { method, headers, body, signal, credentials: 'omit' }).catch(error => {
    throw new NetworkError('The upload broke off.', { cause: error })
  })
  if (!response.ok) throw new NetworkError(`The upload was answered ${response.status}.`)
}

const sendRecords = (id: string, photos: readonly Photo[]) =>
  callApi('POST /v1/operations/assignments/{id}/photos', {
    params: { id },
    body: { records: photos.map(({ signed }) => signed) },
    signal: withTimeout(timeoutMs),
  })

const isUnknownDevice = (error: unknown): boolean =>
  error instanceof ApiProblem && (error.problem.errors ?? []).some(({ code }) => code === 'unknown_device')

/** Sends all records before the bytes: they are small, and prove the time of photos that may follow hours later. */
const record = async (
  { by, id }: Visit,
  photos: readonly Photo[],
): Promise<ReadonlyMap<Photo, PhotoUpload>> => {
  const { data } = await sendRecords(id, photos).catch(async error => {
    if (!isUnknownDevice(error)) throw error
    // The service knows only the last few devices of a person.
    await enrol(by, true)
    return sendRecords(id, photos)
  })
  const uploads = new Map<Photo, PhotoUpload>()
  for (const [index, photo] of photos.entries()) {
    const answer = data[index]!
    await updatePhotoState(photo, answer.state)
    if (answer.upload) uploads.set(photo, answer.upload)
  }
  return uploads
}

/** Confirms that a photo was uploaded. @throws ApiProblem for what is no answer about the photo */
const confirmUpload = async ({ id, slot, sha256 }: Photo): Promise<PhotoEvent> => {
  try {
    const path = 'POST /v1/operations/assignments/{id}/photos/{slot}'
    const signal = withTimeout(timeoutMs)
    const answer = await callApi(path, { params: { id, slot }, body: { sha256 }, signal })
    return answer.sha256 === sha256 ? 'stored' : 'missing'
  } catch (error) {
    const event = error instanceof ApiProblem ? eventOfProblem[error.problem.code] : undefined
    if (!event) throw error
    return event
  }
}

/** Undefined where the phone's storage has lost or changed them. */
const intactBytes = async ({ bytes, sha256 }: Photo): Promise<Blob | undefined> =>
  bytes && (await sha256Of(bytes).catch(() => '')) === sha256 ? bytes : undefined

const sendPhoto = async (photo: Photo, target: PhotoUpload | undefined): Promise<void> => {
  if (target && photo.state !== 'uploaded') {
    const bytes = await intactBytes(photo)
    if (!bytes) return void (await updatePhotoState(photo, 'damaged'))
    await uploadBytes(target, bytes)
    await updatePhotoState(photo, 'uploaded')
  }
  await updatePhotoState(photo, await confirmUpload(photo))
}

const listUnsentPhotos = async ({ by, id }: Visit): Promise<readonly Photo[]> =>
  (await listPhotos(by, id)).filter(({ state }) => isUnsent(state))

/** Sends what is missing of a visit's photos: records, bytes, confirmations. @returns whether none is unsent */
const sendPhotos = async (visit: Visit): Promise<boolean> => {
  const photos = await listUnsentPhotos(visit)
  if (photos.length === 0) return true
  const unrecorded = photos.filter(({ state }) => state !== 'uploaded')
  const uploads = unrecorded.length > 0 ? await record(visit, unrecorded) : new Map<Photo, PhotoUpload>()
  for (const photo of photos)
    if (uploads.has(photo) || photo.state === 'uploaded') await sendPhoto(photo, uploads.get(photo))
  return (await listUnsentPhotos(visit)).length === 0
}

/** Whether the office has the report of an earlier try whose answer was lost. */
const hasArrived = (error: unknown, wasTried: boolean): boolean =>
  wasTried && error instanceof ApiProblem && error.problem.code === 'already_reported'

const fileReport = async ({ id, report }: Visit): Promise<string> => {
  const { idempotencyKey, body, wasTried } = report!
  try {
    const path = 'POST /v1/operations/assignments/{id}/report'
    const signal = withTimeout(timeoutMs)
    return (await callApi(path, { params: { id }, body, idempotencyKey, signal })).submittedAt
  } catch (error) {
    if (hasArrived(error, wasTried)) return new Date().toISOString()
    throw error
  }
}

/** Sends a signed report, and deletes its visit from the phone once the office has it. */
const sendReport = async (visit: Visit): Promise<void> => {
  const { wasTried } = visit.report!
  await updateVisit(visit, ({ report }) => report && { report: { ...report, wasTried: true } })
  const submittedAt = await fileReport({ ...visit, report: { ...visit.report!, wasTried } })
  await markVisitSent(visit, submittedAt)
}

const isTrouble = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem && decideRetry(error.problem.code) === 'trouble'

const isToSend = ({ work, trouble }: Visit): boolean => work !== undefined && trouble === undefined

const sendVisit = async (visit: Visit): Promise<void> => {
  const isAll = await sendPhotos(visit)
  const latest = await findVisit(visit.by, visit.id)
  if (isAll && latest?.report && isToSend(latest)) await sendReport(latest)
}

/** Records why a visit cannot be sent; the others go on. @throws any other error */
const trySendVisit = async (visit: Visit): Promise<void> => {
  try {
    await sendVisit(visit)
  } catch (error) {
    if (!isTrouble(error)) throw error
    const { code, detail, errors = [] } = error.problem
    const trouble = { code, detail: [detail, ...errors.map(each => each.detail)].join(' ') }
    await updateVisit(visit, () => ({ trouble }))
  }
}

/** Whether another visit may succeed. */
const isOfThisVisit = (error: unknown): boolean => error instanceof ApiProblem && !isSessionExpired(error)

/** Sends all work of a person that can be sent. @throws ApiProblem, NetworkError, OtherPersonError */
export const sendAll = async (by: string): Promise<void> => {
  const visits = (await listVisits(by)).filter(isToSend)
  if (visits.length === 0) return
  const { id } = await callApi('GET /v1/session', {})
  if (id !== by) throw new OtherPersonError()
  await enrol(by)
  const failures: unknown[] = []
  for (const visit of visits)
    await trySendVisit(visit).catch(error => {
      if (!isOfThisVisit(error)) throw error
      failures.push(error)
    })
  if (failures.length > 0) throw failures[0]
}
