import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import * as z from 'zod/mini'
import { CaptureRecord, type DeviceKey } from './contract.ts'

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
