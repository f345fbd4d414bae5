import { findAssignment } from '../../fieldwork/assignment-store.ts'
import { findPhotos } from '../../fieldwork/evidence/photo-store.ts'
import { statedPlaceOf } from '../../fieldwork/stated-place.ts'
import { readTrail } from '../../trail/store.ts'
import { type AddressVerification, keyOf } from '../../verification/verification.ts'
import type { VisitFile } from './address-report.ts'
import { refuseOpen } from './complete.ts'
import { readReportPhotos } from './read-photos.ts'

/** What a visit's report is made of. @throws Problem not_final */
export const readVisit = async (verification: AddressVerification, nowMs: number): Promise<VisitFile> => {
  refuseOpen(verification)
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
