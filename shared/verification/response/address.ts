import { lgaById, mapUrl, stateById } from '../../location/location.ts'
import type {
  AddressResponse,
  AddressRecord,
  CreateAddressResponse,
  PendingAddressRecord,
} from '../contract/address.ts'
import { isFinal, statusOf } from '../outcome.ts'
import { evidenceKey, type PhotoFiles } from '../report.ts'
import type { AddressVerification } from '../verification.ts'
import { toApplicantResponse, toCommonFields } from './applicant.ts'

/** Turns the key of a photo into the URL under which it can be fetched. */
export type PhotoUrl = (key: string) => string

/** For a record that has no report, and so no photo to link to. */
export const withoutPhotos: PhotoUrl = () => {
  throw new RangeError('A record without a report has no photos')
}

const locationOf = (verification: AddressVerification) => {
  const latitude = verification.report?.latitude ?? verification.initialLatitude
  const longitude = verification.report?.longitude ?? verification.initialLongitude
  return {
    city: verification.city,
    landmark: verification.landmark ?? '',
    street: verification.street,
    stateName: stateById(verification.stateId)!.name,
    lgaName: lgaById(verification.lgaId)!.name,
    initialLatitude: verification.initialLatitude,
    initialLongitude: verification.initialLongitude,
    latitude,
    longitude,
    locationUrl: mapUrl(latitude, longitude),
  }
}

const placedOrder = (verification: AddressVerification) => {
  const location = locationOf(verification)
  return {
    ...toCommonFields(verification),
    verificationTypeCode: 'address' as const,
    stateId: verification.stateId,
    lgaId: verification.lgaId,
    stateName: location.stateName,
    lgaName: location.lgaName,
    location,
    isVague: verification.report?.isVague ?? false,
    status: statusOf(verification.outcome),
  }
}

const orderedAddress = (verification: AddressVerification): PendingAddressRecord => ({
  ...placedOrder(verification),
  ...(verification.business && { business: verification.business }),
})

const photosOf = (verification: AddressVerification, photos: PhotoFiles = [], urlOf: PhotoUrl) =>
  Object.fromEntries(
    photos.map((photo, index) => [`photo${index + 1}`, urlOf(evidenceKey(verification, photo))]),
  )

const neighborOf = ({ report }: AddressVerification) => ({
  comment: report?.neighbor?.comment ?? null,
  firstname: report?.neighbor?.firstname ?? null,
  lastname: report?.neighbor?.lastname ?? null,
  phone: report?.neighbor?.phone ?? null,
})

const businessOf = ({ id, business, report }: AddressVerification): AddressRecord['business'] => ({
  area: report?.business?.area ?? null,
  businessName: business?.businessName ?? null,
  businessType: business?.businessType ?? null,
  canContactPoc: business?.canContactPoc ?? null,
  id: business ? id : null,
  isKnown: report?.business?.isKnown ?? null,
  isOwnerKnown: report?.business?.isOwnerKnown ?? null,
  name: report?.business?.name ?? null,
  nameFound: report?.business?.nameFound ?? null,
  ownerVisitsFrequently: report?.business?.ownerVisitsFrequently ?? null,
  rcNumber: business?.rcNumber ?? null,
  type: report?.business?.type ?? null,
})

/** Nothing was tracked where nobody went, so every value but the flag is null (interface §2.4). */
const untracked = {
  buildingImageDistance: null,
  deviceLocationDistance: null,
  isTrackingSessionActive: null,
  selfieImageDistance: null,
  surroundingImageDistance: null,
  trackingEndedAt: null,
  trackingStartedAt: null,
  isVerifind4d: false,
}

/** The record that a completion event carries (interface §2.4). */
export const toAddressRecord = (verification: AddressVerification, urlOf: PhotoUrl): AddressRecord => {
  const { id: _, createdAt: __, updatedAt: ___, ...applicant } = toApplicantResponse(verification)
  const { report } = verification
  return {
    id: verification.id,
    userId: null,
    identityVerificationId: null,
    apiReference: null,
    approvedAt: verification.approvedAt ?? null,
    rejectedAt: verification.rejectedAt ?? null,
    agentSubmittedAt: report?.submittedAt ?? null,
    applicationId: verification.id,
    countryName: 'Nigeria',
    isLive: verification.mode === 'live',
    neighbor: neighborOf(verification),
    addressBasic: { addressType: report?.addressType ?? '' },
    business: businessOf(verification),
    applicant,
    agentComment: report?.agentComment ?? null,
    adminComment: verification.adminComment ?? null,
    verifindData: report?.verifind ?? untracked,
    interiorPhotos: photosOf(verification, report?.interiorPhotos, urlOf),
    exteriorPhotos: photosOf(verification, report?.exteriorPhotos, urlOf),
    extraPhotos: photosOf(verification, report?.extraPhotos, urlOf),
    ...placedOrder(verification),
  }
}

const verificationOf = (verification: AddressVerification) => {
  const status = statusOf(verification.outcome)
  return {
    id: verification.id,
    customerReference: verification.customerReference,
    applicant: toApplicantResponse(verification),
    summary: { address_check: status.status },
    status,
  }
}

/** What a read answers: the ordered fields until the verification is final, the event record's after. */
export const toAddressResponse = (verification: AddressVerification, urlOf: PhotoUrl): AddressResponse => ({
  ...verificationOf(verification),
  address: isFinal(verification.outcome)
    ? toAddressRecord(verification, urlOf)
    : orderedAddress(verification),
})

/** The answer to a creation (interface §2.3). */
export const toCreatedAddress = (
  verification: AddressVerification,
  isDuplicate: boolean,
): CreateAddressResponse => ({
  ...verificationOf(verification),
  address: orderedAddress(verification),
  duplicateRequest: isDuplicate,
})
