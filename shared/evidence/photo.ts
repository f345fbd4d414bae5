import type { VerificationKey } from '../table/tenant.ts'
import { type ApplicantPhotoSlot, applicantPhotoSlots } from '../verification/contract/address-pro.ts'
import { evidenceKey } from '../verification/report.ts'
import { type CaptureRecord, type Refusal, type Slot, slots } from './contract.ts'

/** The photo that stands in a slot: what its device stated, and what came of its bytes. */
export interface Photo extends VerificationKey, Omit<CaptureRecord, 'assignmentId'> {
  /** The record as it was signed. */
  readonly signed: string
  /** Who took it: a client's id. */
  readonly takenBy: string
  readonly recordedAt: string
  /** When it was taken, by the server's clock as far as can be known: the latest stands. */
  readonly takenAt: string
  readonly state: 'awaited' | 'stored' | 'refused'
  readonly refusal?: Refusal
  readonly storedAt?: string
  /** In pixels, as it is shown. */
  readonly width?: number
  readonly height?: number
  /** Of the JPEG that is shown; absent from photos that were drawn before this was kept. */
  readonly shownSha256?: string
}

/**
 * When something was captured, by the server's clock. Never later than now: a device whose clock is ahead could not
 * replace its own photo otherwise.
 */
export const estimateTakenAt = (
  { capturedAt, clockOffsetMs }: Pick<CaptureRecord, 'capturedAt' | 'clockOffsetMs'>,
  nowMs: number,
): string => new Date(Math.min(nowMs, Date.parse(capturedAt) + clockOffsetMs)).toISOString()

/** How long a photo may be uploaded: long enough for ten megabytes over the worst network that still is one, in seconds. */
export const uploadSeconds = 900

/** Where the bytes are uploaded to, under ids and their own digest: the same bytes are the same object. */
export const incomingKey = (key: VerificationKey, sha256: string): string => `${incomingPrefix(key)}${sha256}`

/** What all uploads for a verification begin with. */
export const incomingPrefix = ({ organisationId, mode, verificationId }: VerificationKey): string =>
  `incoming/${organisationId}/${mode}/${verificationId}/`

/** What is drawn anew before its order is accepted waits among the uploads: what no order follows goes with them. */
export const pendingPhotoKey = (key: VerificationKey, file: string): string =>
  `${incomingPrefix(key)}drawn/${file}`

/** What a photo's files are named after. */
export interface PhotoName {
  /** In the report; a document is in none, nor is what the applicant supplied with the order. */
  readonly slot: Slot | 'document' | ApplicantPhotoSlot
  /** Of the bytes that were uploaded. */
  readonly sha256: string
}

/** The file that shows a photo: named after slot and original, so that one that replaces another never shares its name. */
export const photoFile = ({ slot, sha256 }: PhotoName): string => `${slot}-${sha256}.jpeg`
export const thumbnailFile = ({ slot, sha256 }: PhotoName): string => `${slot}-${sha256}-thumbnail.jpeg`

const fileForm = new RegExp(
  `^(${[...slots, 'document', ...applicantPhotoSlots].join('|')})-([0-9a-f]{64})(?:-thumbnail)?\\.jpeg$`,
)

/** Whether the applicant supplied it with the order. */
export const isFromApplicant = (slot: PhotoName['slot']): slot is ApplicantPhotoSlot =>
  (applicantPhotoSlots as readonly string[]).includes(slot)

/** Where a file is laid that was drawn anew. */
export const reencodedKey = (photo: VerificationKey & PhotoName, file: string): string =>
  isFromApplicant(photo.slot)
    ? pendingPhotoKey(photo, file)
    : evidenceKey({ ...photo, id: photo.verificationId }, file)

/** Which photo a file shows. */
export const parsePhotoFile = (file: string): PhotoName | undefined => {
  const [, slot, sha256] = fileForm.exec(file) ?? []
  return slot && sha256 ? { slot: slot as PhotoName['slot'], sha256 } : undefined
}

/** The photo that a file of a report shows; absent where nobody took it. The report counts slots in its own way. */
export const findPhotoOfFile = (file: string, photos: readonly Photo[]): Photo | undefined => {
  const named = parsePhotoFile(file)
  return photos.find(
    ({ slot, sha256, state }) => state === 'stored' && slot === named?.slot && sha256 === named.sha256,
  )
}

/** What a report can show of photos: those whose bytes came and were found good. */
export const shownPhotos = (photos: readonly Photo[]) =>
  photos
    .filter(({ state }) => state === 'stored')
    .map(photo => ({ slot: photo.slot, file: photoFile(photo) }))
