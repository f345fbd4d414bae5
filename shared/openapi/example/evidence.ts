import type { CaptureRecord } from '../../evidence/contract.ts'
import { type Photo, estimateTakenAt } from '../../evidence/photo.ts'
import { toPhoto } from '../../evidence/photo-list.ts'
import { deviceThumbprint } from '../../evidence/signed-record.ts'
import type { Examples } from './examples.ts'
import { assignmentId, key } from './fieldwork.ts'
import { photoUrl } from './verification.ts'

/** A device that signed the record below, and whose private key nobody has any more. */
export const publicKey = {
  kty: 'EC',
  crv: 'P-256',
  x: 'AIdgiYYykcpfXYzQH0nxdkk3-l4fqmGY134XZMPsilQ',
  y: 'FcQ9NLU7Y3TxwXc1GGCowVbKe4y9n1rLfjowYO__AEI',
} as const
const deviceId = deviceThumbprint(publicKey)

export const record: CaptureRecord = {
  assignmentId: assignmentId.id,
  slot: 'exteriorPhotos.photo1',
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  size: 318_204,
  contentType: 'image/jpeg',
  capturedAt: '2026-11-21T14:01:12.000Z',
  clockOffsetMs: -1840,
  fixes: [{ latitude: 6.601838, longitude: 3.351486, accuracyMetres: 14.2, at: '2026-11-21T14:01:09.000Z' }],
  source: 'viewfinder',
  deviceId,
}

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
/** Of exactly these bytes: a change above needs a device and a signature anew. */
const signature = 'hX2CTod4RsC2F0SC4yWs3c0pdp2cZwKGGj7Dy70saERLR4iz-TSV74aEMAuLRpd3LoqUm4xYDrMoSgJIrq9wnw'
export const signed = `${base64url({ alg: 'ES256' })}.${base64url(record)}.${signature}`

const recordedAt = '2026-11-21T14:01:14.000Z'
const { slot, sha256, contentType } = record
const { assignmentId: _assignment, ...stated } = record
const awaited: Photo = {
  ...key,
  ...stated,
  signed,
  takenBy: 'agent-1',
  recordedAt,
  takenAt: estimateTakenAt(record, Date.parse(recordedAt)),
  state: 'awaited',
}
const stored: Photo = {
  ...awaited,
  state: 'stored',
  storedAt: '2026-11-21T14:02:30.000Z',
  width: 2000,
  height: 1500,
}

export const devices: Examples = {
  200: { 'enrolled-before': { id: deviceId, enrolledAt: '2026-11-20T07:12:03.000Z' } },
  201: { enrolled: { id: deviceId, enrolledAt: '2026-11-21T07:12:03.000Z' } },
}

const upload = {
  method: 'PUT',
  url: 'https://verification-media.s3.eu-west-1.amazonaws.com/incoming/…?X-Amz-Signature=…',
  headers: {
    'content-type': contentType,
    'x-amz-checksum-sha256': Buffer.from(sha256, 'hex').toString('base64'),
  },
  expiresAt: '2026-11-21T14:16:14.000Z',
}

export const recorded: Examples = {
  200: {
    'to-be-uploaded': { data: [{ slot, sha256, state: 'awaited', refusal: null, upload }] },
    'stored-before': { data: [{ slot, sha256, state: 'stored', refusal: null, upload: null }] },
  },
}

export const lists: Examples = { 200: { photos: { data: [toPhoto(stored, photoUrl)] } } }

export const taken: Examples = { 200: { taken: { slot, sha256, stored: true } } }
