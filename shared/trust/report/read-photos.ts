import { readPhoto } from '../../aws/bucket.ts'
import { type Photo, photoBehind, photoIn, thumbnailFile } from '../../fieldwork/evidence/photo.ts'
import { outsideFirst } from '../../fieldwork/evidence/slot-words.ts'
import { objectOf } from '../../fieldwork/simulated/photo.ts'
import { metresFromStated } from '../../fieldwork/stated-place.ts'
import { fixAtShutter, type StatedPlace } from '../../fieldwork/visit.ts'
import { evidenceKey, photoSlots } from '../../verification/report.ts'
import { type AddressVerification, keyOf } from '../../verification/verification.ts'
import type { ReportPhoto } from './photos.ts'
import { copiesOf, photosLimitBytes } from './room.ts'

/** Where a file of the record lies. */
const objectKeyOf = (verification: AddressVerification, file: string): string =>
  objectOf(evidenceKey(verification, file), { ...keyOf(verification), photo: file })

/** Small copies are read only where the whole ones are too much. A drawing has none. */
const readAll = async (verification: AddressVerification, files: readonly string[]) => {
  const whole = await Promise.all(files.map(file => readPhoto(objectKeyOf(verification, file))))
  const sum = whole.reduce((bytes, photo) => bytes + (photo?.length ?? 0), 0)
  const small =
    sum <= photosLimitBytes ? [] : await Promise.all(files.map(file => readSmall(verification, file)))
  return copiesOf(files.map((_, place) => ({ whole: whole[place], small: small[place] })))
}

const readSmall = async (verification: AddressVerification, file: string): Promise<Buffer | undefined> => {
  const name = photoIn(file)
  return name && readPhoto(evidenceKey(verification, thumbnailFile(name)))
}

/** What is known of how a photo was taken. */
const takingOf = (photo: Photo, stated: StatedPlace): Partial<ReportPhoto> => ({
  width: photo.width,
  height: photo.height,
  takenAt: photo.takenAt,
  source: photo.source,
  accuracyMetres: fixAtShutter(photo)?.accuracyMetres,
  distanceMetres: metresFromStated(photo, stated),
})

/** The photos that the record shows, with their bytes. @param photos what devices stated of them */
export const readReportPhotos = async (
  verification: AddressVerification,
  photos: readonly Photo[],
  stated: StatedPlace,
): Promise<readonly ReportPhoto[]> => {
  const { report } = verification
  if (!report) return []
  const shown = outsideFirst([...photoSlots(report)].map(([file, slot]) => ({ file, slot })))
  const copies = await readAll(
    verification,
    shown.map(({ file }) => file),
  )
  return shown.map(({ file, slot }, place) => {
    const photo = photoBehind(file, photos)
    return { slot, copy: copies[place]!, ...(photo && takingOf(photo, stated)) }
  })
}
