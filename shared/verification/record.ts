import type * as z from 'zod/mini'
import type { AddressRecord, AddressResponse } from './contract/address-record.ts'
import { named } from '../http/contract/text.ts'
import { isFinal } from './contract/outcome.ts'
import { toEmploymentRecord } from './employment-response.ts'
import { type AddressReport, evidenceKey, type PhotoFiles } from './report.ts'
import { type PhotoUrl, toAddressBase, toApplicantResponse, toPendingAddress } from './response.ts'
import { recordFlagsOf } from './record-flags.ts'
import { findStatedLocation } from './stated-location.ts'
import type { AddressVerification, Verification } from './verification.ts'

const toPhotoUrls = (verification: AddressVerification, photos: PhotoFiles = [], urlOf: PhotoUrl) =>
  Object.fromEntries(
    photos.map((photo, index) => [`photo${index + 1}`, urlOf(evidenceKey(verification, photo))]),
  )

type Tracked = NonNullable<AddressReport['verifind']>

/** Without a visit there is no tracking session. */
const unvisited: Partial<Tracked> & Pick<Tracked, 'isVerifind4d'> = { isVerifind4d: false }

export const toAddressRecord = (
  verification: AddressVerification,
  urlOf: PhotoUrl,
): z.input<typeof AddressRecord> => {
  const { id, business, report } = verification
  const neighbor: NonNullable<AddressReport['neighbor']> = report?.neighbor ?? {}
  const found: NonNullable<AddressReport['business']> = report?.business ?? {}
  const ordered: Partial<NonNullable<AddressVerification['business']>> = business ?? {}
  return {
    ...toPendingAddress(verification),
    id,
    agentSubmittedAt: report?.submittedAt,
    applicationId: id,
    countryName: 'Nigeria',
    isLive: verification.mode === 'live',
    neighbor: named(neighbor),
    addressBasic: { addressType: report?.addressType ?? '' },
    business: { ...named(found), ...named(ordered), id: business && id },
    applicant: toApplicantResponse(verification),
    agentComment: report?.agentComment,
    adminComment: verification.adminComment,
    approvedAt: verification.approvedAt,
    rejectedAt: verification.rejectedAt,
    verifindData: report?.verifind ?? named(unvisited),
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
    : { initial, current: initial, accuracyMetres: undefined }
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
  dispute: verification.latestDispute && named(verification.latestDispute),
  locationPrecision: toLocationPrecision(verification),
})

export const toRecord = (verification: Verification, urlOf: PhotoUrl) =>
  verification.product === 'employment'
    ? toEmploymentRecord(verification)
    : toAddressRecord(verification, urlOf)
