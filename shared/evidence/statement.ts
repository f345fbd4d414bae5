import { type FieldError, invalidRequest } from '../http/contract/problem.ts'
import type { VerificationKey } from '../table/tenant.ts'
import type { CaptureRecord, DeviceKey } from './contract.ts'
import { type Photo, estimateTakenAt } from './photo.ts'
import { isSignedBy, importDeviceKey, readRecord, isSameStatement } from './signed-record.ts'

/** What a device stated, and the bytes that it signed. */
export interface Statement {
  readonly signed: string
  readonly record: CaptureRecord
}

/** What records are held against. */
export interface ExpectedRecord {
  readonly assignmentId: string
  /** The caller's devices, by id. */
  readonly devices: ReadonlyMap<string, { readonly publicKey: DeviceKey }>
}

type Wrong = Pick<FieldError, 'code' | 'detail'>

const wrongWith = (
  signed: string,
  record: CaptureRecord | undefined,
  { assignmentId, devices }: ExpectedRecord,
): Wrong | undefined => {
  if (!record)
    return { code: 'not_a_record', detail: 'Its payload is not a capture record, signed by ES256.' }
  if (record.assignmentId !== assignmentId)
    return { code: 'other_assignment', detail: `It is of assignment ${record.assignmentId}.` }
  const device = devices.get(record.deviceId)
  if (!device)
    return { code: 'unknown_device', detail: 'You have no such device. Enrol it, and send the record again.' }
  const key = importDeviceKey(device.publicKey)
  return key && isSignedBy(signed, key)
    ? undefined
    : { code: 'bad_signature', detail: 'The device did not sign this record.' }
}

const slotTwice: Wrong = { code: 'slot_twice', detail: 'Another record before it is of the same slot.' }

/**
 * What records state.
 * @throws Problem invalid_request naming every record that is not the caller's device's, of this assignment and the first of its slot
 */
export const parseStatements = (
  records: readonly string[],
  expected: ExpectedRecord,
): readonly Statement[] => {
  const seen = new Set<string>()
  const errors: FieldError[] = []
  const statements = records.flatMap((signed, index) => {
    const record = readRecord(signed)
    const isSecond = record !== undefined && seen.has(record.slot)
    const wrong = wrongWith(signed, record, expected) ?? (isSecond ? slotTwice : undefined)
    if (wrong) errors.push({ pointer: `/records/${index}`, ...wrong })
    if (record) seen.add(record.slot)
    return record && !wrong ? [{ signed, record }] : []
  })
  if (errors.length > 0) throw invalidRequest(errors)
  return statements
}

/** The photo that a statement is about, as it stands until its bytes are there. */
export const toPendingPhoto = (
  { organisationId, mode, verificationId }: VerificationKey,
  { signed, record: { assignmentId: _assignment, ...record } }: Statement,
  { by, nowMs }: { readonly by: string; readonly nowMs: number },
): Photo => ({
  ...{ organisationId, mode, verificationId },
  ...record,
  signed,
  takenBy: by,
  recordedAt: new Date(nowMs).toISOString(),
  takenAt: estimateTakenAt(record, nowMs),
  state: 'awaited',
})

/** Whether a photo takes the place of the one that stands: the later one does, whichever comes first. */
export const isReplacement = (photo: Photo, standing: Photo | undefined): boolean =>
  standing === undefined ||
  (standing.takenAt < photo.takenAt && !isSameStatement(photo.signed, standing.signed))
