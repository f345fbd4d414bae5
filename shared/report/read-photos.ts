import { metresFromStated, oldFixesMs, placeAtShutter } from '../work/assignment/visit.ts'
import { readObject } from '../aws/bucket.ts'
import { findPhotoOfFile, type Photo, parsePhotoFile, photoFile, thumbnailFile } from '../evidence/photo.ts'
import { mediaObjectKey } from '../evidence/placeholder.ts'
import { outsideFirst } from '../evidence/slot-texts.ts'
import { evidenceKey, photoSlots } from '../verification/report.ts'
import type { StatedLocation } from '../verification/stated-location.ts'
import { type AddressVerification, verificationKeyOf } from '../verification/verification.ts'
import type { PhotoCopy, ReportPhoto } from './photos.ts'

/**
 * What photos may weigh together, in bytes. A function answers 6 MB at most
 * (https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html), in which a photo takes four thirds of its
 * bytes; over a megabyte stays for words, whatever strangers wrote.
 */
export const photosLimitBytes = 3_700_000

/** A photo's bytes; absent where nothing is kept. */
export interface StoredSize {
  readonly whole: Buffer | undefined
  readonly small: Buffer | undefined
}

const sizeOf = (bytes: Buffer | undefined): number => bytes?.length ?? 0

/** The least that must stay free for those that come after: each is to have its small copy at least. */
const reserveFor = (others: readonly StoredSize[]): number =>
  others.reduce((sum, { whole, small }) => sum + sizeOf(small ?? whole), 0)

const fitting = (
  { whole, small }: StoredSize,
  free: number,
  others: readonly StoredSize[],
): PhotoCopy | 'gone' | 'tooLarge' => {
  if (!whole && !small) return 'gone'
  if (whole && whole.length + reserveFor(others) <= free) return { kind: 'whole', bytes: whole }
  return small && small.length <= free ? { kind: 'small', bytes: small } : 'tooLarge'
}

/** Which copy of each photo a report contains: full-size ones while there is room, in their order. */
export const choosePhotoCopies = (
  photos: readonly StoredSize[],
  limitBytes = photosLimitBytes,
): readonly (PhotoCopy | 'gone' | 'tooLarge')[] => {
  let free = limitBytes
  return photos.map((photo, index) => {
    const copy = fitting(photo, free, photos.slice(index + 1))
    if (typeof copy === 'object') free -= copy.bytes.length
    return copy
  })
}

const objectKeyOf = (verification: AddressVerification, file: string): string =>
  mediaObjectKey(evidenceKey(verification, file), { ...verificationKeyOf(verification), photo: file })

/** Small copies are read only where the whole ones are too much. A drawing has none. */
const readAll = async (verification: AddressVerification, files: readonly string[]) => {
  const whole = await Promise.all(files.map(file => readObject(objectKeyOf(verification, file))))
  const sum = whole.reduce((bytes, photo) => bytes + sizeOf(photo), 0)
  const small =
    sum <= photosLimitBytes ? [] : await Promise.all(files.map(file => readSmall(verification, file)))
  return choosePhotoCopies(files.map((_, index) => ({ whole: whole[index], small: small[index] })))
}

const readSmall = async (verification: AddressVerification, file: string): Promise<Buffer | undefined> => {
  const name = parsePhotoFile(file)
  return name && readObject(evidenceKey(verification, thumbnailFile(name)))
}

const takingOf = (photo: Photo, stated: StatedLocation): Partial<ReportPhoto> => ({
  at: placeAtShutter(photo),
  width: photo.width,
  height: photo.height,
  takenAt: photo.takenAt,
  source: photo.source,
  accuracyMetres: placeAtShutter(photo)?.accuracyMetres,
  distanceMetres: metresFromStated(photo, stated),
  isPositionOld: oldFixesMs(photo) !== undefined,
})

/**
 * The photos of the visit and those that came with the order, with their bytes; what was found has room before what was
 * claimed. @param photos what devices stated of them
 */
export const readReportPhotos = async (
  verification: AddressVerification,
  photos: readonly Photo[],
  stated: StatedLocation,
): Promise<{ readonly photos: readonly ReportPhoto[]; readonly supplied: readonly ReportPhoto[] }> => {
  const { report, property } = verification
  const shown = report ? outsideFirst([...photoSlots(report)].map(([file, slot]) => ({ file, slot }))) : []
  const supplied = property?.photos ?? []
  const files = [...shown.map(({ file }) => file), ...supplied.map(photoFile)]
  const copies = await readAll(verification, files)
  return {
    photos: shown.map(({ file, slot }, index) => {
      const photo = findPhotoOfFile(file, photos)
      return { slot, copy: copies[index]!, ...(photo && takingOf(photo, stated)) }
    }),
    supplied: supplied.map(({ slot, width, height }, index) => ({
      slot,
      width,
      height,
      copy: copies[shown.length + index]!,
    })),
  }
}
