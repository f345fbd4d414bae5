import type * as z from 'zod/mini'
import type { RecordedPhotos } from '../../../../../shared/evidence/contract.ts'
import { ApiProblem, callApi, errorMessage, isSessionExpired, NetworkError } from '../../ui/api.ts'
import { sha256Of } from '../capture/take.ts'
import { findRecord, listRecords, updateRecord } from '../storage/database.ts'
import { enrol } from '../storage/person.ts'
import { isStopped, type Photo, type Visit } from '../storage/records.ts'
import { markVisitSent, updatePhotoState } from '../storage/work.ts'
import { needsWifi } from './connection.ts'
import { eventOfProblem, isUnsent, type PhotoEvent } from './photo-state.ts'
import { expectUploads, noteSent } from './progress.ts'
import { needsDecision, OtherPersonError, withTimeout } from './retry.ts'
import { sayUnsent } from './say-unsent.ts'

type PhotoUpload = NonNullable<z.infer<typeof RecordedPhotos>['data'][number]['upload']>

/** For 400 KB over the worst network. */
const uploadTimeoutMs = 300_000
const timeoutMs = 60_000

/** @returns the status of the answer */
type SendBytes = (upload: PhotoUpload, body: ArrayBuffer) => Promise<number>

const fetchBytes: SendBytes = async ({ method, url, headers }, body) => {
  const signal = withTimeout(uploadTimeoutMs)
  return (await fetch(url, { method, headers, body, signal, credentials: 'omit' })).status
}

/** Says how far it is, which `fetch` does not. */
const sendVisibly: SendBytes = ({ method, url, headers }, body) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    request.timeout = uploadTimeoutMs
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    let sentBytes = 0
    request.upload.onprogress = ({ loaded }) => {
      noteSent(loaded - sentBytes)
      sentBytes = loaded
    }
    request.onload = () => resolve(request.status)
    request.onerror = reject
    request.ontimeout = reject
    request.send(body)
  })

/** A service worker has only `fetch`, and nobody who looks on. */
const sendBytes = typeof XMLHttpRequest === 'undefined' ? fetchBytes : sendVisibly

/** Uploads a photo's bytes. @throws NetworkError for any failure: the next answer to its record has a new upload */
const uploadBytes = async (upload: PhotoUpload, bytes: Blob): Promise<void> => {
  // A Blob would send its own type beside the signed one.
  const body = await bytes.arrayBuffer()
  const status = await sendBytes(upload, body).catch(error => {
    throw new NetworkError('The upload broke off.', { cause: error })
  })
  // 412: an earlier try arrived, and its answer was lost.
  if ((status < 200 || status > 299) && status !== 412)
    throw new NetworkError(`The upload was answered ${status}.`)
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
const sendAllRecords = async (
  { by, id }: Visit,
  photos: readonly Photo[],
): Promise<ReadonlyMap<Photo, PhotoUpload>> => {
  const uploads = new Map<Photo, PhotoUpload>()
  if (photos.length === 0) return uploads
  const { data } = await sendRecords(id, photos).catch(async error => {
    if (!isUnknownDevice(error)) throw error
    // The service knows only the last few devices of a person.
    await enrol(by, true)
    return sendRecords(id, photos)
  })
  for (const [index, photo] of photos.entries()) {
    const { state, upload } = data[index]!
    await updatePhotoState(photo, state)
    if (upload) uploads.set(photo, upload)
  }
  return uploads
}

/** Confirms that a photo was uploaded. @throws ApiProblem for what is no answer about the photo */
const confirmUpload = async ({ id, slot, sha256 }: Photo): Promise<PhotoEvent> => {
  try {
    const answer = await callApi('POST /v1/operations/assignments/{id}/photos/{slot}', {
      params: { id, slot },
      body: { sha256 },
      signal: withTimeout(timeoutMs),
    })
    return answer.sha256 === sha256 ? 'stored' : 'missing'
  } catch (error) {
    const event = error instanceof ApiProblem ? eventOfProblem[error.problem.code] : undefined
    if (!event) throw error
    return event
  }
}

/** Answers false where the phone's storage has lost or changed the bytes. */
const uploadPhoto = async (photo: Photo, target: PhotoUpload): Promise<boolean> => {
  const { bytes, sha256 } = photo
  const isIntact = bytes && (await sha256Of(bytes).catch(() => '')) === sha256
  if (isIntact) await uploadBytes(target, bytes)
  await updatePhotoState(photo, isIntact ? 'uploaded' : 'damaged')
  return isIntact === true
}

const listUnsentPhotos = async ({ by, id }: Visit): Promise<readonly Photo[]> =>
  (await listRecords('photos', by, id)).filter(({ state }) => isUnsent(state))

/** Files a signed report, and deletes its visit from the phone once the office has it. */
const sendReport = async (visit: Visit, report: NonNullable<Visit['report']>): Promise<void> => {
  const { idempotencyKey, body, wasTried } = report
  await updateRecord(
    'visits',
    visit,
    stored => stored.report && { report: { ...stored.report, wasTried: true } },
  )
  const { submittedAt } = await callApi('POST /v1/operations/assignments/{id}/report', {
    params: { id: visit.id },
    body,
    idempotencyKey,
    signal: withTimeout(timeoutMs),
  }).catch(error => {
    const isReported = error instanceof ApiProblem && error.problem.code === 'already_reported'
    // The office has the report of an earlier try, whose answer was lost.
    if (wasTried && isReported) return { submittedAt: new Date().toISOString() }
    throw error
  })
  await markVisitSent(visit, submittedAt)
}

const isToSend = (visit: Visit): boolean => visit.work !== undefined && !isStopped(visit)

/** Whether there is anything that `sendAll` would send. */
export const hasToSend = async (by: string): Promise<boolean> => {
  for (const visit of (await listRecords('visits', by)).filter(isToSend))
    if (visit.report || (await listUnsentPhotos(visit)).length > 0) return true
  return false
}

/** How a person's work is sent. */
export interface SendOptions {
  /** Says first what is left from before: the page may be closed again before that is sent. */
  readonly isFromBefore: boolean
  /** Sends photos on mobile data, too, whatever the person has chosen. */
  readonly isOnAnyNetwork?: boolean
}

/** Sends what is missing of a visit: records, bytes, confirmations; the report once no photo is unsent. */
const sendVisit = async (visit: Visit, { isOnAnyNetwork = false }: SendOptions): Promise<void> => {
  const mayUpload = async () => isOnAnyNetwork || !(await needsWifi(visit.by))
  const photos = await listUnsentPhotos(visit)
  const isAllowed = await mayUpload()
  // Of a photo that waits for Wi-Fi the record is enough, once: it proves the time.
  const isToRecord = ({ state }: Photo): boolean => state === 'kept' || (state === 'recorded' && isAllowed)
  const uploads = await sendAllRecords(visit, photos.filter(isToRecord))
  const arrived = photos.filter(({ state }) => state === 'uploaded')
  // The phone may leave its Wi-Fi between two photos.
  for (const [photo, target] of uploads)
    if ((await mayUpload()) && (await uploadPhoto(photo, target))) arrived.push(photo)
  // All bytes go first: the service examines together what it has of a visit.
  for (const photo of arrived) await updatePhotoState(photo, await confirmUpload(photo))
  if ((await listUnsentPhotos(visit)).length > 0) return
  const latest = await findRecord('visits', visit)
  if (latest?.report && isToSend(latest)) await sendReport(latest, latest.report)
}

/** Records why a visit cannot be sent; the others go on. @throws any other error */
const trySendVisit = async (visit: Visit, options: SendOptions): Promise<void> => {
  try {
    await sendVisit(visit, options)
  } catch (error) {
    if (!(error instanceof ApiProblem && needsDecision(error.problem.code))) throw error
    const trouble = { code: error.problem.code, detail: errorMessage(error) }
    await updateRecord('visits', visit, () => ({ trouble }))
  }
}

/** Sends visit by visit. @throws the first failure, once each was tried that may still succeed */
const sendEach = async (visits: readonly Visit[], options: SendOptions): Promise<void> => {
  const failures: unknown[] = []
  for (const visit of visits)
    await trySendVisit(visit, options).catch(error => {
      // Another visit may succeed.
      if (!(error instanceof ApiProblem) || isSessionExpired(error)) throw error
      failures.push(error)
    })
  if (failures.length > 0) throw failures[0]
}

/** Bytes of the photos that are about to be uploaded. */
const countBytes = async (visits: readonly Visit[], { isOnAnyNetwork }: SendOptions): Promise<number> => {
  let total = 0
  for (const visit of visits)
    if (isOnAnyNetwork || !(await needsWifi(visit.by)))
      for (const { state, bytes } of await listUnsentPhotos(visit))
        total += state === 'uploaded' ? 0 : (bytes?.size ?? 0)
  return total
}

/** Sends all work of a person that can be sent. @throws ApiProblem, NetworkError, OtherPersonError */
export const sendAll = async (by: string, options: SendOptions): Promise<void> => {
  const visits = (await listRecords('visits', by)).filter(isToSend)
  if (visits.length === 0) return
  const { id } = await callApi('GET /v1/session', {})
  if (id !== by) throw new OtherPersonError()
  await enrol(by)
  if (options.isFromBefore) await sayUnsent(by)
  expectUploads(await countBytes(visits, options))
  try {
    await sendEach(visits, options)
  } finally {
    expectUploads(0)
  }
}
