import { createHash } from 'node:crypto'
import { fixAtShutter } from '../work/assignment/visit.ts'
import type { VerificationKey } from '../table/tenant.ts'
import { type ApplicantPhotoSlot, applicantPhotoSlots } from '../verification/contract/property.ts'
import { evidenceKey } from '../verification/report.ts'
import type { PhotoUrl } from '../verification/response.ts'
import { type CaptureRecord, type Refusal, type Slot, slots } from './contract.ts'

export interface Photo extends VerificationKey, Omit<CaptureRecord, 'assignmentId'> {
  readonly signed: string
  readonly takenBy: string
  readonly recordedAt: string
  /** By the server's clock; the latest photo of a slot wins. */
  readonly takenAt: string
  readonly state: 'awaited' | 'stored' | 'refused'
  readonly refusal?: Refusal
  readonly storedAt?: string
  /** In pixels, of the re-encoded image. */
  readonly width?: number
  readonly height?: number
  /** Of the re-encoded JPEG. */
  readonly shownSha256?: string
  /** By what is seen; absent of a photo that shows too little. */
  readonly digest?: string
}

/** By the server's clock, and never later than now: a device whose clock is ahead could not replace its own photo otherwise. */
export const estimateTakenAt = (
  { capturedAt, clockOffsetMs }: Pick<CaptureRecord, 'capturedAt' | 'clockOffsetMs'>,
  nowMs: number,
): string => new Date(Math.min(nowMs, Date.parse(capturedAt) + clockOffsetMs)).toISOString()

/** Enough for ten megabytes over a very slow network. */
export const uploadSeconds = 900

export const incomingPrefix = ({ organisationId, mode, verificationId }: VerificationKey): string =>
  `incoming/${organisationId}/${mode}/${verificationId}/`

export const incomingKey = (key: VerificationKey, name: string): string => `${incomingPrefix(key)}${name}`

/** Each statement of a photo has one upload, even if its bytes were stated before. */
export const uploadName = ({ sha256, signed }: Pick<Photo, 'sha256' | 'signed'>): string => {
  const [, payload = ''] = signed.split('.')
  return `${sha256}-${createHash('sha256').update(payload).digest('hex').slice(0, 16)}`
}

/** Photos that are re-encoded before their order is accepted stay among the uploads, which expire. */
export const pendingPhotoKey = (key: VerificationKey, file: string): string =>
  `${incomingPrefix(key)}drawn/${file}`

export interface PhotoName {
  /** Absent for documents and applicants' photos. */
  readonly slot: Slot | 'document' | ApplicantPhotoSlot
  /** Of the uploaded bytes. */
  readonly sha256: string
}

/** Named after slot and digest, so that a replacement never has the same name. */
export const photoFile = ({ slot, sha256 }: PhotoName): string => `${slot}-${sha256}.jpeg`
export const thumbnailFile = ({ slot, sha256 }: PhotoName): string => `${slot}-${sha256}-thumbnail.jpeg`

const fileForm = new RegExp(
  `^(${[...slots, 'document', ...applicantPhotoSlots].join('|')})-([0-9a-f]{64})(?:-thumbnail)?\\.jpeg$`,
)

export const isFromApplicant = (slot: PhotoName['slot']): slot is ApplicantPhotoSlot =>
  (applicantPhotoSlots as readonly string[]).includes(slot)

export const reencodedKey = (photo: VerificationKey & PhotoName, file: string): string =>
  isFromApplicant(photo.slot)
    ? pendingPhotoKey(photo, file)
    : evidenceKey({ ...photo, id: photo.verificationId }, file)

export const parsePhotoFile = (file: string): PhotoName | undefined => {
  const [, slot, sha256] = fileForm.exec(file) ?? []
  return slot && sha256 ? { slot: slot as PhotoName['slot'], sha256 } : undefined
}

/** Undefined for a placeholder. The report numbers its photos by itself. */
export const findPhotoOfFile = (file: string, photos: readonly Photo[]): Photo | undefined => {
  const named = parsePhotoFile(file)
  return photos.find(
    ({ slot, sha256, state }) => state === 'stored' && slot === named?.slot && sha256 === named.sha256,
  )
}

/** Photos whose bytes arrived and were accepted. */
export const shownPhotos = (photos: readonly Photo[]) =>
  photos
    .filter(({ state }) => state === 'stored')
    .map(photo => ({ slot: photo.slot, file: photoFile(photo) }))

/** A photo that is not stored has no links. */
export const toPhoto = (photo: Photo, urlOf: PhotoUrl) => {
  const { slot, sha256, size, state, refusal = null, width = null, height = null } = photo
  const { capturedAt, clockOffsetMs, recordedAt, source, deviceId } = photo
  const fileKey = { ...photo, id: photo.verificationId }
  const link = (file: string) => (state === 'stored' ? urlOf(evidenceKey(fileKey, file)) : null)
  return {
    slot,
    sha256,
    size,
    state,
    refusal,
    width,
    height,
    capturedAt,
    clockOffsetMs,
    recordedAt,
    source,
    deviceId,
    fixes: {
      count: photo.fixes.length,
      bestAccuracyMetres:
        photo.fixes.length === 0 ? null : Math.min(...photo.fixes.map(fix => fix.accuracyMetres)),
      nearest: fixAtShutter(photo) ?? null,
    },
    photoUrl: link(photoFile(photo)),
    thumbnailUrl: link(thumbnailFile(photo)),
  }
}
