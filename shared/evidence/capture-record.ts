import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import * as z from 'zod/mini'
import { CaptureRecord, type DeviceKey } from './contract.ts'
import { type FieldError, invalidRequest } from '../http/contract/problem.ts'
import type { VerificationKey } from '../table/tenant.ts'
import { type Photo, estimateTakenAt } from './photo.ts'

/** The id of a device: its key's thumbprint (RFC 7638), so that the same key is the same device. */
export const deviceThumbprint = ({ crv, kty, x, y }: DeviceKey): string =>
  createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url')

/** Undefined for coordinates that are no point of the curve. */
export const importDeviceKey = ({ kty, crv, x, y }: DeviceKey): KeyObject | undefined => {
  try {
    return createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' })
  } catch {
    return undefined
  }
}

const jsonIn = (part: string): unknown => {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString())
  } catch {
    return undefined
  }
}

/** Nothing is asked of a header but that it is for ES256, and demands nothing that we do not know (RFC 7515 §4.1.11). */
const isOurs = (header: unknown): boolean =>
  z.safeParse(z.object({ alg: z.literal('ES256'), crit: z.optional(z.never()) }), header).success

const partsOf = (signed: string) => {
  const [header = '', payload = '', signature = ''] = signed.split('.')
  return { header, payload, signature }
}

/** The record that is stated, whoever signed it; undefined if it is none. */
export const readRecord = (signed: string): CaptureRecord | undefined => {
  const { header, payload } = partsOf(signed)
  const record = z.safeParse(CaptureRecord, jsonIn(payload))
  return isOurs(jsonIn(header)) && record.success ? record.data : undefined
}

/** Whether the device with this key signed it. */
export const isSignedBy = (signed: string, key: KeyObject): boolean => {
  const { header, payload, signature } = partsOf(signed)
  return verify(
    'sha256',
    Buffer.from(`${header}.${payload}`),
    // r and s side by side, as JWS and browsers have them.
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
}

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Signs a record as a device does. */
export const signRecord = (record: CaptureRecord, key: KeyObject): string => {
  const stated = `${base64url({ alg: 'ES256' })}.${base64url(record)}`
  const signature = sign('sha256', Buffer.from(stated), { key, dsaEncoding: 'ieee-p1363' })
  return `${stated}.${signature.toString('base64url')}`
}

/** Whether two state the same: a device that signs again makes other bytes of its signature. */
export const isSameStatement = (one: string, other: string): boolean =>
  partsOf(one).payload === partsOf(other).payload

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
