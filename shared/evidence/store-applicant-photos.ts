import { putObject, readObject } from '../aws/bucket.ts'
import { evidenceKey } from '../verification/report.ts'
import { type Verification, verificationKeyOf } from '../verification/verification.ts'
import { pendingPhotoKey, photoFile, thumbnailFile } from './photo.ts'

/** Copies the photos of an accepted order to where they stay as long as its record. Idempotent. */
export const storeApplicantPhotos = async (verification: Verification): Promise<void> => {
  if (verification.product === 'employment' || !verification.property) return
  const { photos, drawnUnder } = verification.property
  const from = { ...verificationKeyOf(verification), verificationId: drawnUnder ?? verification.id }
  const files = photos.flatMap(photo => [photoFile(photo), thumbnailFile(photo)])
  const keep = async (file: string): Promise<void> => {
    const bytes = await readObject(pendingPhotoKey(from, file))
    // It has expired where the copy was made days ago.
    if (bytes) await putObject(evidenceKey(verification, file), bytes, 'image/jpeg')
  }
  await Promise.all(files.map(keep))
}
