import { photoSlots } from '../verification/report.ts'
import type { Verification } from '../verification/verification.ts'
import { isPlaceholder } from './placeholder.ts'
import { metresFromStated, findStatedLocation } from '../assignment/visit/stated-location.ts'
import type { StatedLocation } from '../assignment/visit/visit.ts'
import { type Photo, findPhotoOfFile, parsePhotoFile } from './photo.ts'

/** What can be said of a photo that a record shows without showing it. */
export interface PhotoProof {
  /** As the event names it: photos of a kind are counted there from 1, whichever slots they were taken for. */
  readonly slot: string
  /** Of the bytes that are shown; null of photos that were drawn before this was kept. */
  readonly sha256: string | null
  readonly takenAt: string | null
  /** From where the order says the address is; null where either place is not known. */
  readonly distanceMetres: number | null
}

/** In test mode a report may come without a visit, and show drawings that nobody took. */
const drawingIn = (file: string): string | null => {
  const named = parsePhotoFile(file)
  return named && isPlaceholder(named.sha256) ? named.sha256 : null
}

const proofOf = (
  [file, slot]: readonly [string, string],
  photos: readonly Photo[],
  stated: StatedLocation,
): PhotoProof => {
  const photo = findPhotoOfFile(file, photos)
  const distance = photo && metresFromStated(photo, stated)
  return {
    slot,
    sha256: photo?.shownSha256 ?? drawingIn(file),
    takenAt: photo?.takenAt ?? null,
    distanceMetres: distance === undefined ? null : Math.round(distance),
  }
}

/** The photos that a verification's report shows, in its order. @param photos what devices stated of them */
export const photoProofs = (verification: Verification, photos: readonly Photo[]): readonly PhotoProof[] => {
  if (verification.product === 'employment' || !verification.report) return []
  const stated = findStatedLocation(verification)
  return [...photoSlots(verification.report)].map(shown => proofOf(shown, photos, stated))
}
