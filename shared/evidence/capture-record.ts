import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import * as z from 'zod/mini'
import { type FieldError, invalidRequest } from '../http/contract/problem.ts'
import { toVerificationKey, type VerificationKey } from '../table/tenant.ts'
import { CaptureRecord, type DeviceKey } from './contract.ts'
import { estimateTakenAt, type Photo } from './photo.ts'

/** The key's thumbprint (RFC 7638), so that the same key is the same device. */
export const deviceThumbprint = ({ crv, kty, x, y }: DeviceKey): string =>
  createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url')

/** Undefined for coordinates that are not a point of the curve. */
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

/** The header must say ES256 and demand nothing that we do not know (RFC 7515 §4.1.11). */
const isOurs = (header: unknown): boolean =>
  z.safeParse(z.object({ alg: z.literal('ES256'), crit: z.optional(z.never()) }), header).success

const partsOf = (signed: string) => {
  const [header = '', payload = '', signature = ''] = signed.split('.')
  return { header, payload, signature }
}

/** What a device states, without checking its signature; undefined if it is none of ours. */
export const readPayload = (signed: string): unknown => {
  const { header, payload } = partsOf(signed)
  return isOurs(jsonIn(header)) ? jsonIn(payload) : undefined
}

/** Reads the record without checking its signature. */
export const readRecord = (signed: string): CaptureRecord | undefined =>
  z.safeParse(CaptureRecord, readPayload(signed)).data

export const isSignedBy = (signed: string, key: KeyObject): boolean => {
  const { header, payload, signature } = partsOf(signed)
  const stated = Buffer.from(`${header}.${payload}`)
  // r and s side by side, as in JWS and in browsers.
  return verify('sha256', stated, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
}

export const signRecord = (record: CaptureRecord, key: KeyObject): string => {
  const parts = [{ alg: 'ES256' }, record].map(part =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  )
  const stated = parts.join('.')
  const signature = sign('sha256', Buffer.from(stated), { key, dsaEncoding: 'ieee-p1363' })
  return `${stated}.${signature.toString('base64url')}`
}

/** A device that signs the same record again makes another signature. */
export const isSameStatement = (one: string, other: string): boolean =>
  partsOf(one).payload === partsOf(other).payload

export interface Statement extends Pick<Photo, 'signed'> {
  readonly record: CaptureRecord
}

export interface ExpectedRecord {
  readonly assignmentId: string
  /** The caller's devices, by id. */
  readonly devices: ReadonlyMap<string, { readonly publicKey: DeviceKey }>
}

const findFault = (
  signed: string,
  record: CaptureRecord | undefined,
  { assignmentId, devices }: ExpectedRecord,
): Pick<FieldError, 'code' | 'detail'> | undefined => {
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

/** @throws Problem invalid_request naming every record of another device or assignment, and each second of a slot */
export const parseStatements = (
  records: readonly string[],
  expected: ExpectedRecord,
): readonly Statement[] => {
  const slotTwice = { code: 'slot_twice', detail: 'Another record before it is of the same slot.' }
  const seen = new Set<string>()
  const errors: FieldError[] = []
  const statements = records.flatMap((signed, index) => {
    const record = readRecord(signed)
    const isSecond = record !== undefined && seen.has(record.slot)
    const wrong = findFault(signed, record, expected) ?? (isSecond ? slotTwice : undefined)
    if (wrong) errors.push({ pointer: `/records/${index}`, ...wrong })
    if (record) seen.add(record.slot)
    return record && !wrong ? [{ signed, record }] : []
  })
  if (errors.length > 0) throw invalidRequest(errors)
  return statements
}

export const toPendingPhoto = (
  key: VerificationKey,
  { signed, record: { assignmentId: _assignment, ...record } }: Statement,
  { by, nowMs }: { readonly by: string; readonly nowMs: number },
): Photo => ({
  ...toVerificationKey(key),
  ...record,
  signed,
  takenBy: by,
  recordedAt: new Date(nowMs).toISOString(),
  takenAt: estimateTakenAt(record, nowMs),
  state: 'awaited',
})

/** The later photo wins, whichever arrives first. */
export const isReplacement = (photo: Photo, standing: Photo | undefined): boolean =>
  standing === undefined ||
  (standing.takenAt < photo.takenAt && !isSameStatement(photo.signed, standing.signed))
