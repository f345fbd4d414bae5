import { readPhoto } from '../aws/bucket.ts'
import { photoFile, thumbnailFile } from '../evidence/photo.ts'
import { evidenceKey } from '../verification/report.ts'
import type { PhotoUrl } from '../verification/response.ts'
import type { AddressVerification, ApplicantPhoto, Verification } from '../verification/verification.ts'
import type { Property } from './contract.ts'

/** By link, and as bytes that a phone can store. */
interface PhotoAccess {
  readonly urlOf: PhotoUrl
  readonly withThumbnails: boolean
}

const thumbnailOf = async (
  verification: AddressVerification,
  photo: ApplicantPhoto,
): Promise<string | null> => {
  const bytes = await readPhoto(evidenceKey(verification, thumbnailFile(photo)))
  return bytes?.toString('base64') ?? null
}

const shownPhoto = async (
  verification: AddressVerification,
  photo: ApplicantPhoto,
  { urlOf, withThumbnails }: PhotoAccess,
): Promise<Property['photos'][number]> => ({
  slot: photo.slot,
  width: photo.width,
  height: photo.height,
  photoUrl: urlOf(evidenceKey(verification, photoFile(photo))),
  thumbnail: withThumbnails ? await thumbnailOf(verification, photo) : null,
})

/** Null where the order states no property. */
export const toProperty = async (
  verification: Verification,
  showing: PhotoAccess,
): Promise<Property | null> => {
  if (verification.product === 'employment' || !verification.property) return null
  const { photos, drawnUnder: _, houseNumber = null, ...said } = verification.property
  return {
    ...said,
    houseNumber,
    photos: await Promise.all(photos.map(photo => shownPhoto(verification, photo, showing))),
  }
}
