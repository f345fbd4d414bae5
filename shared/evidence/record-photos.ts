import type { Caller } from '../account/caller.ts'
import { getSendableTask } from '../work/assignment/access.ts'
import { type Assignment, takesPhotos } from '../work/assignment/assignment.ts'
import { presignUpload } from '../aws/bucket.ts'
import { BusyError } from '../aws/errors.ts'
import { again, retry } from '../aws/retry.ts'
import { Problem } from '../http/contract/problem.ts'
import type { Statement } from './capture-record.ts'
import { isReplacement, isSameStatement, parseStatements, toPendingPhoto } from './capture-record.ts'
import { findDevices } from './device-store.ts'
import { incomingKey, type Photo, uploadName, uploadSeconds } from './photo.ts'
import { findPhotos, savePhotoRecords } from './photo-store.ts'

interface RecordingInput {
  readonly caller: Caller
  readonly id: string
  readonly records: readonly string[]
  readonly nowMs: number
}

/** Others may put photos into the same slots meanwhile. */
const recordTries = 5

const putStatements = async (
  key: Assignment,
  statements: readonly Statement[],
  { caller, nowMs }: RecordingInput,
): Promise<readonly Photo[] | undefined> => {
  const by = caller.clientId
  const standing = new Map((await findPhotos(key, nowMs)).map(photo => [photo.slot, photo]))
  const photos = statements.map(statement => toPendingPhoto(key, statement, { by, nowMs }))
  const later = photos.filter(photo => isReplacement(photo, standing.get(photo.slot)))
  const at = new Date(nowMs).toISOString()
  if (later.length > 0 && !(await savePhotoRecords(key, later, { by, at }))) return undefined
  return photos.map(photo => (later.includes(photo) ? photo : standing.get(photo.slot)!))
}

const toRecordedPhoto = ({ signed, record }: Statement, standing: Photo, nowMs: number) => {
  const { slot, sha256 } = record
  if (!isSameStatement(signed, standing.signed))
    return { slot, sha256, state: 'superseded', refusal: null, upload: null } as const
  const { state, refusal = null } = standing
  const presign = { nowMs, seconds: uploadSeconds }
  const upload =
    state === 'awaited' ? presignUpload(incomingKey(standing, uploadName(standing)), standing, presign) : null
  return { slot, sha256, state, refusal, upload }
}

/**
 * Records what devices state about photos, and presigns uploads for those without bytes. Idempotent; the latest photo of
 * a slot wins. @throws Problem not_found, already_decided, already_reported, lease_lost, no_photos, invalid_request
 */
export const recordPhotos = async (recording: RecordingInput) => {
  const { caller, id, records, nowMs } = recording
  const devices = await findDevices(caller.clientId)
  return retry(
    { times: recordTries },
    async () => {
      const { assignment } = await getSendableTask(caller, id, nowMs)
      if (!takesPhotos(assignment))
        throw new Problem('no_photos', 'No photos belong to this work: file the report without them.')
      const statements = parseStatements(records, { assignmentId: id, devices })
      const standing = await putStatements(assignment, statements, recording)
      if (!standing) return again()
      return { data: statements.map((each, index) => toRecordedPhoto(each, standing[index]!, nowMs)) }
    },
    () => new BusyError('Others kept putting photos into the same slots'),
  )
}
