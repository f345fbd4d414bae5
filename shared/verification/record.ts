import type * as z from 'zod/mini'
import type { AddressRecord, AddressResponse } from './contract/address-record.ts'
import { isFinal } from './contract/outcome.ts'
import { toEmploymentRecord } from './employment-response.ts'
import { evidenceKey, type PhotoFiles } from './report.ts'
import { type PhotoUrl, toAddressBase, toApplicantResponse, toPendingAddress } from './response.ts'
import { recordFlagsOf } from './record-flags.ts'
import { findStatedLocation } from './stated-location.ts'
import type { AddressVerification, Verification } from './verification.ts'

const toPhotoUrls = (verification: AddressVerification, photos: PhotoFiles = [], urlOf: PhotoUrl) =>
  Object.fromEntries(
    photos.map((photo, index) => [`photo${index + 1}`, urlOf(evidenceKey(verification, photo))]),
  )

export const toAddressRecord = (
  verification: AddressVerification,
  urlOf: PhotoUrl,
): z.input<typeof AddressRecord> => {
  const { id, business, report } = verification
  return {
    ...toPendingAddress(verification),
    id,
    agentSubmittedAt: report?.submittedAt,
    applicationId: id,
    countryName: 'Nigeria',
    isLive: verification.mode === 'live',
    neighbor: { ...report?.neighbor },
    addressBasic: { addressType: report?.addressType ?? '' },
    business: { ...report?.business, ...business, ...(business && { id }) },
    applicant: toApplicantResponse(verification),
    agentComment: report?.agentComment,
    adminComment: verification.adminComment,
    approvedAt: verification.approvedAt,
    rejectedAt: verification.rejectedAt,
    // Without a visit there is no tracking session.
    verifindData: report?.verifind ?? { isVerifind4d: false },
    interiorPhotos: toPhotoUrls(verification, report?.interiorPhotos, urlOf),
    exteriorPhotos: toPhotoUrls(verification, report?.exteriorPhotos, urlOf),
    extraPhotos: toPhotoUrls(verification, report?.extraPhotos, urlOf),
  }
}

/** A report without a position of a device repeats the initial one. */
const toLocationPrecision = (
  verification: AddressVerification,
): z.input<typeof AddressResponse>['locationPrecision'] => {
  const { initialLatitude, initialLongitude, report } = verification
  const initial = findStatedLocation(verification).precision
  const isMeasured = report && (report.latitude !== initialLatitude || report.longitude !== initialLongitude)
  return isMeasured
    ? { initial, current: 'measured', accuracyMetres: report.accuracyMetres }
    : { initial, current: initial }
}

export const toAddressResponse = (
  verification: AddressVerification,
  urlOf: PhotoUrl,
): z.input<typeof AddressResponse> => ({
  ...toAddressBase(verification),
  address: isFinal(verification.outcome)
    ? toAddressRecord(verification, urlOf)
    : toPendingAddress(verification),
  againstFinding: verification.againstFinding,
  flags: recordFlagsOf(verification),
  dispute: verification.latestDispute,
  locationPrecision: toLocationPrecision(verification),
})

export const toRecord = (verification: Verification, urlOf: PhotoUrl) =>
  verification.product === 'employment'
    ? toEmploymentRecord(verification)
    : toAddressRecord(verification, urlOf)
