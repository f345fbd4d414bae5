import * as z from 'zod/mini'
import { clockOffsetMs } from '../work/assignment/contract.ts'
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

/** A position that a device measured. */
export const Fix = z.object({
  /** The latitude, in degrees (WGS 84). @example 6.6021 */
  latitude: degrees(90),
  /** The longitude, in degrees (WGS 84). @example 3.3518 */
  longitude: degrees(180),
  /** The radius in metres within which the device is, with 95 % confidence. @example 12.5 */
  accuracyMetres,
  /**
   * When it was measured, by the clock of what measured it: it may be another than the device’s.
   * @example "2026-11-20T09:31:00.000Z"
   */
  at: timestamp,
  /**
   * When the page received it, by the device’s clock: how old it is is told by this time.
   * @example "2026-11-20T09:31:00.000Z"
   */
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

/** Signed records of photos that were taken. */
export const PhotoRecords = z.object({
  /**
   * One compact JWS (ES256) for each photo. Its payload states slot, SHA-256, size, time and place.
   * @example ["eyJhbGciOiJFUzI1NiJ9.eyJzbG90IjoiZXh0ZXJpb3JQaG90b3MucGhvdG8xIn0.9LcYgNlfwwxz-WPUOkkEl_yp91Tz7rMNRkSI2fiIsKpGvfs5gbmt_qZxc--YQ53iNYvMGEt6ANWzbBY1pHXsyg"]
   */
  records: z.array(SignedRecord).check(z.minLength(1), z.maxLength(slots.length)),
})

/** Final reasons to refuse these bytes. */
export const refusals = ['photo_unreadable', 'photo_too_large', 'photo_not_an_image'] as const
export type Refusal = (typeof refusals)[number]

/** How to upload a photo, straight to the bucket. */
export const Upload = z.object({
  /** The HTTP method. Always `PUT`. @example "PUT" */
  method: z.literal('PUT'),
  /** The URL of the upload. @example "https://uploads.example.com/incoming/1/890123456789012" */
  url: z.string(),
  /** The headers to send, exactly as they are here. */
  headers: z.object({
    /** The type of the photo. @example "image/jpeg" */
    'content-type': z.string(),
    /** A second upload with this URL gets 412. @example "*" */
    'if-none-match': z.literal('*'),
    /**
     * SHA-256 of the photo in base64. Other bytes are refused.
     * @example "KwbqkKWUaC4dOgmmDspbX4V+5blERLSrlslaramFjJs="
     */
    'x-amz-checksum-sha256': z.string(),
  }),
  /** When the URL ends. Send the record again for a new one. @example "2026-11-20T09:31:00.000Z" */
  expiresAt: timestamp,
})

/** A photo whose record has arrived. */
export const RecordedPhoto = z.object({
  /** Which photo of the record it is. @example "exteriorPhotos.photo1" */
  slot: Slot,
  /**
   * SHA-256 of the captured bytes, in lower-case hexadecimal.
   * @example "2b06fd90a594682e1d3a09a60eca5b5f857ee5b9444b4ab96cd95daa2458c89b"
   */
  sha256: Sha256,
  /**
   * Where the photo is. `awaited`: not uploaded. `superseded`: a later photo is in its slot.
   * @example "stored"
   */
  state: z.enum(['awaited', 'stored', 'refused', 'superseded']),
  /**
   * Why the bytes were refused. Take the photo again. Null unless they were refused.
   * @example "photo_unreadable"
   */
  refusal: z.nullable(z.enum(refusals)),
  /** How to upload it. Null once it needs no upload. */
  upload: z.nullable(Upload),
})
/** The photos whose records have arrived. */
export const RecordedPhotos = z.object({
  /** One item for each record, in the same order. */
  data: z.array(RecordedPhoto),
})

/** Which photo was uploaded. */
export const PhotoArrival = z.object({
  /**
   * SHA-256 of the captured bytes, in lower-case hexadecimal.
   * @example "2b06fd90a594682e1d3a09a60eca5b5f857ee5b9444b4ab96cd95daa2458c89b"
   */
  sha256: Sha256,
})

/** The photo is stored. The device may delete its copy. */
export const StoredPhoto = z.object({
  /** Which photo of the record it is. @example "exteriorPhotos.photo1" */
  slot: Slot,
  /**
   * SHA-256 of the captured bytes, in lower-case hexadecimal.
   * @example "2b06fd90a594682e1d3a09a60eca5b5f857ee5b9444b4ab96cd95daa2458c89b"
   */
  sha256: Sha256,
  /** Always true. @example true */
  stored: z.literal(true),
})

/** A photo of a visit, with what its record states. */
export const PhotoSeen = z.object({
  /** Which photo of the record it is. @example "exteriorPhotos.photo1" */
  slot: Slot,
  /**
   * SHA-256 of the captured bytes, in lower-case hexadecimal.
   * @example "2b06fd90a594682e1d3a09a60eca5b5f857ee5b9444b4ab96cd95daa2458c89b"
   */
  sha256: Sha256,
  /** The size of the captured file, in bytes. @example 2345678 */
  size: z.int(),
  /**
   * Where the photo is. `awaited`: not uploaded. `superseded`: a later photo is in its slot.
   * @example "stored"
   */
  state: z.enum(['awaited', 'stored', 'refused']),
  /**
   * Why the bytes were refused. Take the photo again. Null unless they were refused.
   * @example "photo_unreadable"
   */
  refusal: z.nullable(z.enum(refusals)),
  /** When it was taken, by the device’s clock. @example "2026-11-20T09:31:00.000Z" */
  capturedAt: timestamp,
  /** By how much the server’s clock was ahead of the device’s, in milliseconds. @example 1200 */
  clockOffsetMs: z.int(),
  /** When its record arrived. @example "2026-11-20T09:31:00.000Z" */
  recordedAt: timestamp,
  /** Whether the page’s camera took it (`viewfinder`), or a file was chosen. @example "viewfinder" */
  source: z.enum(['viewfinder', 'file']),
  /**
   * The id of the device: the thumbprint of its key.
   * @example "R3mzsAfzmnzIgHChGJo9Dch7qehn7qFpQ4J1gY2dgaI"
   */
  deviceId: z.string(),
  /** The positions that the device measured around that time. */
  fixes: z.object({
    /** How many there are. @example 3 */
    count: z.int(),
    /** The smallest radius of all, in metres. Null without a position. @example 8.5 */
    bestAccuracyMetres: z.nullable(z.number()),
    /** The one nearest in time. Null without a position. */
    nearest: z.nullable(Fix),
  }),
  /** The width of the stored image, in pixels. Null until it is stored. @example 1500 */
  width: z.nullable(z.int()),
  /** The height of the stored image, in pixels. Null until it is stored. @example 2000 */
  height: z.nullable(z.int()),
  /**
   * A link to the image. It ends after some minutes. Null until it is stored.
   * @example "https://api.example.com/v1/file/ZXhhbXBsZS10b2tlbg"
   */
  photoUrl: z.nullable(z.string()),
  /**
   * A link to a small image. It ends after some minutes. Null until it is stored.
   * @example "https://api.example.com/v1/file/ZXhhbXBsZS10b2tlbg"
   */
  thumbnailUrl: z.nullable(z.string()),
})
export const DocumentSeen = z.object({
  /** The number of the document. 1 is the first. @example 1 */
  number: z.int(),
  /**
   * SHA-256 of the captured bytes, in lower-case hexadecimal.
   * @example "2b06fd90a594682e1d3a09a60eca5b5f857ee5b9444b4ab96cd95daa2458c89b"
   */
  sha256: Sha256,
  /** The size of the captured file, in bytes. @example 812345 */
  size: z.int(),
  /** When it arrived. @example "2026-11-20T09:31:00.000Z" */
  uploadedAt: timestamp,
  /** The width of the stored image, in pixels. @example 1500 */
  width: z.int(),
  /** The height of the stored image, in pixels. @example 2000 */
  height: z.int(),
  /**
   * A link to the image. It ends after some minutes.
   * @example "https://api.example.com/v1/file/ZXhhbXBsZS10b2tlbg"
   */
  photoUrl: z.string(),
  /**
   * A link to a small image. It ends after some minutes.
   * @example "https://api.example.com/v1/file/ZXhhbXBsZS10b2tlbg"
   */
  thumbnailUrl: z.string(),
})
/** The photos of a visit. */
export const PhotoList = z.object({
  /** All of them at once, by slot. */
  data: z.array(PhotoSeen),
})

/**
 * A public key for ES256 as a JWK (RFC 7518 §6.2): a coordinate has 32 bytes. The last character has two bits to spare,
 * which are 0 (RFC 4648 §3.5): a key with a second spelling would be a second device.
 */
const coordinate = z
  .string()
  .check(z.regex(/^[\w-]{42}[AEIMQUYcgkosw048]$/, 'Expected 32 bytes in base64url.'))
/** A public key for ES256 as a JWK (RFC 7518). */
export const DeviceKey = z.object({
  /** The type of key. Always `EC`. @example "EC" */
  kty: z.literal('EC'),
  /** The curve. Always `P-256`. @example "P-256" */
  crv: z.literal('P-256'),
  /** The first coordinate: 32 bytes in base64url. @example "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU" */
  x: coordinate,
  /** The second coordinate: 32 bytes in base64url. @example "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0" */
  y: coordinate,
})
export type DeviceKey = z.infer<typeof DeviceKey>

/** The payload of a device's `proof`: who enrols it. */
export const EnrolmentProof = z.object({ personId: z.string(), deviceId: z.string() })
/** A device to enrol. */
export const DeviceRequest = z.object({
  /** The public half of a key that does not leave the device. */
  publicKey: DeviceKey,
  /**
   * A compact JWS (ES256) by that key. Its payload states `personId`, the id of the person or client who
   * enrols it, and `deviceId`, the thumbprint of the key (RFC 7638).
   * @example "eyJhbGciOiJFUzI1NiJ9.eyJwZXJzb25JZCI6ImFnZW50LTEiLCJkZXZpY2VJZCI6IlIzbXpzQWZ6bW56SWdIQ2hHSm85RGNoN3FlaG43cUZwUTRKMWdZMmRnYUkifQ.dtdWnaG2G8toUKSzZXKE3fx7JSVlDDeMzWjVUw-gz15egzDq21QGGOr9cLig2SqtqydHRxjfx0qMIb4dNdx9pw"
   */
  proof: signedText(1000),
})
export type DeviceRequest = z.infer<typeof DeviceRequest>
/** An enrolled device. */
export const Device = z.object({
  /**
   * The id of the device: the thumbprint of its key.
   * @example "R3mzsAfzmnzIgHChGJo9Dch7qehn7qFpQ4J1gY2dgaI"
   */
  id: z.string(),
  /** When it was enrolled. @example "2026-11-20T09:31:00.000Z" */
  enrolledAt: timestamp,
})
export type Device = z.infer<typeof Device>

/** As long as the thumbprint of a key (RFC 7638), SHA-256 in base64url. */
export const byDevice = z.object({
  /**
   * The id of the device: the thumbprint of its key.
   * @example "R3mzsAfzmnzIgHChGJo9Dch7qehn7qFpQ4J1gY2dgaI"
   */
  id: z.string().check(z.regex(/^[\w-]{43}$/, 'Expected the id of an enrolled device.')),
})

const held = (most: number) => z.int().check(z.minimum(0), z.maximum(most))

/** What is on a phone alone. */
export const UnsentWork = z.object({
  /** One more than the phone said before. A smaller number than the last one changes nothing. @example 7 */
  number: z.int().check(z.minimum(1)),
  /** How many signed reports are not sent. @example 2 */
  reports: held(1000),
  /** How many photos are not sent. @example 9 */
  photos: held(10_000),
})
export type UnsentWork = z.infer<typeof UnsentWork>
