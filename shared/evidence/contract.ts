import * as z from 'zod/mini'
import { clockOffsetMs } from '../assignment/contract.ts'
import { text, timestamp } from '../http/contract/text.ts'
import { accuracyMetres, degrees } from '../location/contract.ts'

export const photoLimitBytes = 10_000_000

export const slots = [
  'exteriorPhotos.photo1',
  'exteriorPhotos.photo2',
  'exteriorPhotos.photo3',
  'interiorPhotos.photo1',
  'interiorPhotos.photo2',
  'interiorPhotos.photo3',
  'extraPhotos.photo1',
  'extraPhotos.photo2',
  'extraPhotos.photo3',
] as const
export const Slot = z.enum(slots)
export type Slot = z.infer<typeof Slot>

/** Of the bytes that were captured. */
export const Sha256 = z
  .string()
  .check(z.regex(/^[0-9a-f]{64}$/, 'Expected a SHA-256: 64 lower-case hexadecimal digits.'))

export const photoTypes = ['image/jpeg', 'image/png', 'image/webp'] as const

export const Fix = z.object({
  latitude: degrees(90),
  longitude: degrees(180),
  accuracyMetres,
  /** By the clock of what measured it, which may be another than the device's. */
  at: timestamp,
  /** When the page received it, by the device's clock. */
  receivedAt: z.optional(timestamp),
})
export type Fix = z.infer<typeof Fix>

export const CaptureRecord = z.object({
  assignmentId: text(60),
  slot: Slot,
  sha256: Sha256,
  size: z.int().check(z.minimum(1), z.maximum(photoLimitBytes)),
  contentType: z.enum(photoTypes),
  capturedAt: timestamp,
  clockOffsetMs,
  /** Oldest first. */
  fixes: z.array(Fix).check(z.maxLength(20)),
  source: z.enum(['viewfinder', 'file']),
  deviceId: text(64),
})
export type CaptureRecord = z.infer<typeof CaptureRecord>

/** A compact JWS (RFC 7515) by ES256 (RFC 7518 §3.4). */
const signedText = (most: number) =>
  z
    .string()
    .check(
      z.maxLength(most),
      z.regex(/^[\w-]+\.[\w-]+\.[\w-]{86}$/, 'Expected a compact JWS signed by ES256.'),
    )

/** Its payload is a capture record as JSON. */
const SignedRecord = signedText(8000)

export const PhotoRecords = z.object({
  records: z.array(SignedRecord).check(z.minLength(1), z.maxLength(slots.length)),
})

/** Final reasons to refuse these bytes. */
export const refusals = ['photo_unreadable', 'photo_too_large', 'photo_not_an_image'] as const
export type Refusal = (typeof refusals)[number]

export const Upload = z.object({
  method: z.literal('PUT'),
  url: z.string(),
  headers: z.object({
    'content-type': z.string(),
    /** A second upload is answered 412: the link is spent. */
    'if-none-match': z.literal('*'),
    'x-amz-checksum-sha256': z.string(),
  }),
  expiresAt: timestamp,
})

/** `awaited`: not uploaded yet; `superseded`: a later photo is in this slot. */
export const RecordedPhoto = z.object({
  slot: Slot,
  sha256: Sha256,
  state: z.enum(['awaited', 'stored', 'refused', 'superseded']),
  refusal: z.nullable(z.enum(refusals)),
  upload: z.nullable(Upload),
})
export const RecordedPhotos = z.object({ data: z.array(RecordedPhoto) })

export const PhotoArrival = z.object({ sha256: Sha256 })

export const StoredPhoto = z.object({ slot: Slot, sha256: Sha256, stored: z.literal(true) })

export const PhotoSeen = z.object({
  slot: Slot,
  sha256: Sha256,
  size: z.int(),
  state: z.enum(['awaited', 'stored', 'refused']),
  refusal: z.nullable(z.enum(refusals)),
  capturedAt: timestamp,
  clockOffsetMs: z.int(),
  recordedAt: timestamp,
  source: z.enum(['viewfinder', 'file']),
  deviceId: z.string(),
  fixes: z.object({
    count: z.int(),
    bestAccuracyMetres: z.nullable(z.number()),
    /** The one nearest to the shutter in time. */
    nearest: z.nullable(Fix),
  }),
  /** In pixels, of the re-encoded image. */
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  /** Links that expire after some minutes. */
  photoUrl: z.nullable(z.string()),
  thumbnailUrl: z.nullable(z.string()),
})
export const DocumentSeen = z.object({
  number: z.int(),
  sha256: Sha256,
  size: z.int(),
  uploadedAt: timestamp,
  width: z.int(),
  height: z.int(),
  photoUrl: z.string(),
  thumbnailUrl: z.string(),
})
export const PhotoList = z.object({ data: z.array(PhotoSeen) })

/**
 * A public key for ES256 as a JWK (RFC 7518 §6.2): a coordinate has 32 bytes. The last character has two bits to spare,
 * which are 0 (RFC 4648 §3.5): a key with a second spelling would be a second device.
 */
const coordinate = z
  .string()
  .check(z.regex(/^[\w-]{42}[AEIMQUYcgkosw048]$/, 'Expected 32 bytes in base64url.'))
export const DeviceKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: coordinate,
  y: coordinate,
})
export type DeviceKey = z.infer<typeof DeviceKey>

/** The payload of a device's `proof`: who enrols it. */
export const EnrolmentProof = z.object({ personId: z.string(), deviceId: z.string() })
export const DeviceRequest = z.object({ publicKey: DeviceKey, proof: signedText(1000) })
export type DeviceRequest = z.infer<typeof DeviceRequest>
export const Device = z.object({ id: z.string(), enrolledAt: timestamp })
export type Device = z.infer<typeof Device>

/** As long as the thumbprint of a key (RFC 7638), SHA-256 in base64url. */
export const byDevice = z.object({
  id: z.string().check(z.regex(/^[\w-]{43}$/, 'Expected the id of an enrolled device.')),
})

const held = (most: number) => z.int().check(z.minimum(0), z.maximum(most))

/** Signed reports and photos that are on a phone alone. */
export const UnsentWork = z.object({
  /** Counts what the phone has said: an earlier word that comes later changes nothing. */
  number: z.int().check(z.minimum(1)),
  reports: held(1000),
  photos: held(10_000),
})
export type UnsentWork = z.infer<typeof UnsentWork>
