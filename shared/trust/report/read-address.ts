import { findAssignment } from '../../fieldwork/assignment-store.ts'
import { findPhotos } from '../../fieldwork/evidence/photo-store.ts'
import { statedPlaceOf } from '../../fieldwork/stated-place.ts'
import { readTrail } from '../../trail/store.ts'
import { type AddressVerification, keyOf } from '../../verification/verification.ts'
import type { VisitFile } from './address-report.ts'
import { readReportPhotos } from './read-photos.ts'

/** What the report of a visit that has ended is made of. */
export const readVisit = async (verification: AddressVerification, nowMs: number): Promise<VisitFile> => {
  const key = keyOf(verification)
  const stated = statedPlaceOf(verification)
  const [assignment, taken, trail] = await Promise.all([
    findAssignment(key),
    findPhotos(key, nowMs),
    readTrail(key, nowMs),
  ])
  const photos = await readReportPhotos(verification, taken, stated)
  return { verification, assignment, stated, photos, trail }
}
