import { metresFromStated } from '../work/assignment/visit.ts'
import { photoSlots } from '../verification/report.ts'
import { findStatedLocation } from '../verification/stated-location.ts'
import type { Verification } from '../verification/verification.ts'
import { findPhotoOfFile, type Photo, parsePhotoFile } from './photo.ts'
import { isPlaceholder } from './placeholder.ts'

/** A photo in a receipt, without the image. */
export interface PhotoProof {
  /** As in the event, where photos of a kind are numbered from 1, whatever their slots. */
  readonly slot: string
  /** Of the re-encoded JPEG. */
  readonly sha256: string | null
  readonly takenAt: string | null
  /** From the stated location; null where either is unknown. */
  readonly distanceMetres: number | null
}

/** In the report's order. @param photos what devices stated */
export const photoProofs = (verification: Verification, photos: readonly Photo[]): readonly PhotoProof[] => {
  if (verification.product === 'employment' || !verification.report) return []
  const stated = findStatedLocation(verification)
  return [...photoSlots(verification.report)].map(([file, slot]) => {
    const photo = findPhotoOfFile(file, photos)
    const distance = photo && metresFromStated(photo, stated)
    // In test mode a report may come without a visit, with placeholders.
    const placeholder = parsePhotoFile(file)?.sha256 ?? ''
    return {
      slot,
      sha256: photo?.shownSha256 ?? (isPlaceholder(placeholder) ? placeholder : null),
      takenAt: photo?.takenAt ?? null,
      distanceMetres: distance === undefined ? null : Math.round(distance),
    }
  })
}
