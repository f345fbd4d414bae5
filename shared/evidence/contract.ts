import * as z from 'zod/mini'
import { text, timestamp } from '../http/contract/text.ts'
import { accuracyMetres, degrees } from '../location/contract.ts'

/** The largest photo that is taken, in bytes. */
export const photoLimitBytes = 10_000_000

/** Where a photo belongs in the report, as the event names it. */
export const slots = [
  ...(['exteriorPhotos.photo1', 'exteriorPhotos.photo2', 'exteriorPhotos.photo3'] as const),
  ...(['interiorPhotos.photo1', 'interiorPhotos.photo2', 'interiorPhotos.photo3'] as const),
  ...(['extraPhotos.photo1', 'extraPhotos.photo2', 'extraPhotos.photo3'] as const),
] as const
export const Slot = z.enum(slots)
export type Slot = z.infer<typeof Slot>

/** SHA-256 of a photo's bytes as they were taken. */
export const Sha256 = z
  .string()
  .check(z.regex(/^[0-9a-f]{64}$/, 'Expected a SHA-256: 64 lower-case hexadecimal digits.'))

export const photoTypes = ['image/jpeg', 'image/png', 'image/webp'] as const

/** Where the device was at a moment, as it measured it. */
export const Fix = z.object({
  latitude: degrees(90),
  longitude: degrees(180),
  accuracyMetres,
  at: timestamp,
})
export type Fix = z.infer<typeof Fix>

/** Ten years: a clock may be wrong, and a number must stay one. */
const offsetLimitMs = 315_360_000_000

/** What a device states and signs at the shutter. */
export const CaptureRecord = z.object({
  assignmentId: text(60),
  slot: Slot,
  sha256: Sha256,
  /** In bytes. */
  size: z.int().check(z.minimum(1), z.maximum(photoLimitBytes)),
  contentType: z.enum(photoTypes),
  /** By the device's clock. */
  capturedAt: timestamp,
  /** What is to be added to the device's clock to have the server's, as last known. */
  clockOffsetMs: z.int().check(z.minimum(-offsetLimitMs), z.maximum(offsetLimitMs)),
  /** The last ones before the shutter, oldest first. */
  fixes: z.array(Fix).check(z.maxLength(20)),
  source: z.enum(['viewfinder', 'file']),
  deviceId: text(64),
})
export type CaptureRecord = z.infer<typeof CaptureRecord>

/** A compact JWS (RFC 7515) by ES256 (RFC 7518 §3.4), whose payload is a capture record as JSON. */
const SignedRecord = z
  .string()
  .check(z.maxLength(8000), z.regex(/^[\w-]+\.[\w-]+\.[\w-]{86}$/, 'Expected a compact JWS signed by ES256.'))

export const PhotoRecords = z.object({
  records: z.array(SignedRecord).check(z.minLength(1), z.maxLength(slots.length)),
})

/** Why a photo is not taken, whatever is tried with the same bytes. */
export const refusals = ['photo_unreadable', 'photo_too_large', 'photo_not_an_image'] as const
export type Refusal = (typeof refusals)[number]

export const Upload = z.object({
  method: z.literal('PUT'),
  url: z.string(),
  /** To be sent as they are. */
  headers: z.object({ 'content-type': z.string(), 'x-amz-checksum-sha256': z.string() }),
  expiresAt: timestamp,
})

/** `awaited`: its bytes may be uploaded; `superseded`: a later photo stands in this slot. */
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
  /** In bytes, as it was taken. */
  size: z.int(),
  state: z.enum(['awaited', 'stored', 'refused']),
  refusal: z.nullable(z.enum(refusals)),
  capturedAt: timestamp,
  clockOffsetMs: z.int(),
  /** When its record came. */
  recordedAt: timestamp,
  source: z.enum(['viewfinder', 'file']),
  deviceId: z.string(),
  fixes: z.object({
    count: z.int(),
    bestAccuracyMetres: z.nullable(z.number()),
    /** The one that was measured nearest to the shutter. */
    nearest: z.nullable(Fix),
  }),
  /** In pixels, as it is shown. */
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  /** Links that work for some minutes. */
  photoUrl: z.nullable(z.string()),
  thumbnailUrl: z.nullable(z.string()),
})
/** A photo of a document that the applicant sent. */
export const DocumentSeen = z.object({
  number: z.int(),
  /** Of the bytes that were sent. */
  sha256: Sha256,
  /** Of them, in bytes. */
  size: z.int(),
  uploadedAt: timestamp,
  /** In pixels, as it is shown. */
  width: z.int(),
  height: z.int(),
  /** Links that work for some minutes. */
  photoUrl: z.string(),
  thumbnailUrl: z.string(),
})
export const PhotoList = z.object({ data: z.array(PhotoSeen) })

/** A public key for ES256 as a JWK (RFC 7518 §6.2): a coordinate has 32 bytes. */
const coordinate = z.string().check(z.regex(/^[\w-]{43}$/, 'Expected 32 bytes in base64url.'))
export const DeviceKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: coordinate,
  y: coordinate,
})
export type DeviceKey = z.infer<typeof DeviceKey>

export const DeviceRequest = z.object({ publicKey: DeviceKey })
export const Device = z.object({ id: z.string(), enrolledAt: timestamp })
export type Device = z.infer<typeof Device>
