import { metresBetween } from '../../place/position.ts'
import { photoSlots } from '../../verification/report.ts'
import { keyOf, type Verification } from '../../verification/verification.ts'
import { isDrawing } from '../simulated/photo.ts'
import { statedPlaceOf } from '../stated-place.ts'
import { fixAtShutter, type StatedPlace } from '../visit.ts'
import { type Photo, photoIn } from './photo.ts'
import { findPhotos } from './photo-store.ts'

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

/** From a centre of a state no distance means anything. */
const distanceOf = (photo: Photo, stated: StatedPlace): number | null => {
  const fix = fixAtShutter(photo)
  return fix && stated.precision === 'exact' ? Math.round(metresBetween(fix, stated)) : null
}

const proofOf = (
  [file, slot]: readonly [string, string],
  photos: readonly Photo[],
  stated: StatedPlace,
): PhotoProof => {
  const named = photoIn(file)
  const photo = photos.find(
    each => each.slot === named?.slot && each.sha256 === named.sha256 && each.state === 'stored',
  )
  // In test mode a report may come without a visit, and show drawings that nobody took.
  const drawn = named && isDrawing(named.sha256) ? named.sha256 : null
  return {
    slot,
    sha256: photo?.shownSha256 ?? drawn,
    takenAt: photo?.takenAt ?? null,
    distanceMetres: photo ? distanceOf(photo, stated) : null,
  }
}

/** The photos of a verification’s report, in the order of the report. */
export const findPhotoProofs = async (
  verification: Verification,
  nowMs: number,
): Promise<readonly PhotoProof[]> => {
  if (verification.product === 'employment' || !verification.report) return []
  const photos = await findPhotos(keyOf(verification), nowMs)
  const stated = statedPlaceOf(verification)
  return [...photoSlots(verification.report)].map(shown => proofOf(shown, photos, stated))
}
