import { findAssignment } from '../../assignment/store.ts'
import { listDisputes } from '../../dispute/store.ts'
import type { Photo } from '../../evidence/photo.ts'
import { findPhotos } from '../../evidence/photo-store.ts'
import { findStatedLocation } from '../../assignment/visit.ts'
import { readTrail } from '../../trail/store.ts'
import { type AddressVerification, verificationKeyOf } from '../../verification/verification.ts'
import type { VisitReportData } from './address-report.ts'
import { readReportPhotos } from './read-photos.ts'

/** All that is read for the report of a visit, and for the receipt in it. */
export interface VisitRecords extends VisitReportData {
  /** What devices stated of the photos. */
  readonly taken: readonly Photo[]
}

/** What the report of a visit that has ended is made of. */
export const readVisit = async (verification: AddressVerification, nowMs: number): Promise<VisitRecords> => {
  const key = verificationKeyOf(verification)
  const stated = findStatedLocation(verification)
  const [assignment, taken, trail, disputes] = await Promise.all([
    findAssignment(key),
    findPhotos(key, nowMs),
    readTrail(key, nowMs),
    listDisputes(key),
  ])
  const photos = await readReportPhotos(verification, taken, stated)
  return { verification, assignment, stated, ...photos, taken, trail, disputes }
}
