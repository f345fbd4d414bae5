import type * as z from 'zod/mini'
import { lgaById, mapUrl, stateById } from '../location/location.ts'
import type {
  AddressRecord,
  AddressResponse,
  CreateAddressResponse,
  PendingAddressRecord,
} from './contract/address.ts'
import type {
  CreateEmploymentResponse,
  EmploymentRecord,
  EmploymentResponse,
  PendingEmploymentRecord,
} from './contract/employment.ts'
import { isFinal, statusOf } from './contract/outcome.ts'
import { evidenceKey, type PhotoFiles } from './report.ts'
import type { AddressVerification, EmploymentVerification, Verification } from './verification.ts'

/*
 * Values of answers. Each is the record with what its answer calls otherwise: the answer's schema takes the fields that it
 * declares, and says what stands for those that the record lacks.
 */

/** Turns the key of a photo into the URL under which it can be fetched. */
export type PhotoUrl = (key: string) => string

/** For a record that has no report, and so no photo to link to. */
export const withoutPhotos: PhotoUrl = () => {
  throw new RangeError('A record without a report has no photos')
}

const toApplicantResponse = ({ applicant, requestedAt, updatedAt, report }: Verification) => ({
  ...applicant,
  createdAt: requestedAt,
  updatedAt,
  maritalStatus: report?.maritalStatus,
})

const toCommonFields = (verification: Verification) => ({
  requestSource: 'api' as const,
  archived: false,
  paymentMethodCode: 'standard' as const,
  status: statusOf(verification.outcome),
})

const toResponseBase = (verification: Verification) => ({
  id: verification.id,
  customerReference: verification.customerReference,
  applicant: toApplicantResponse(verification),
  status: statusOf(verification.outcome),
})

const toLocation = (verification: AddressVerification) => {
  const { latitude, longitude } = verification.report ?? {
    latitude: verification.initialLatitude,
    longitude: verification.initialLongitude,
  }
  const stateName = stateById(verification.stateId)!.name
  const lgaName = lgaById(verification.lgaId)!.name
  return {
    ...verification,
    stateName,
    lgaName,
    latitude,
    longitude,
    locationUrl: mapUrl(latitude, longitude),
  }
}

const toPendingAddress = (verification: AddressVerification): z.input<typeof PendingAddressRecord> => {
  const location = toLocation(verification)
  return {
    ...location,
    ...toCommonFields(verification),
    verificationTypeCode: 'address',
    location,
    isVague: verification.report?.isVague ?? false,
  }
}

const toPhotoUrls = (verification: AddressVerification, photos: PhotoFiles = [], urlOf: PhotoUrl) =>
  Object.fromEntries(
    photos.map((photo, index) => [`photo${index + 1}`, urlOf(evidenceKey(verification, photo))]),
  )

/** The record that a completion event carries (interface §2.4). */
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
    // Nothing is tracked where nobody goes.
    verifindData: report?.verifind ?? { isVerifind4d: false },
    interiorPhotos: toPhotoUrls(verification, report?.interiorPhotos, urlOf),
    exteriorPhotos: toPhotoUrls(verification, report?.exteriorPhotos, urlOf),
    extraPhotos: toPhotoUrls(verification, report?.extraPhotos, urlOf),
  }
}

const toAddressBase = (verification: AddressVerification) => ({
  ...toResponseBase(verification),
  summary: { address_check: statusOf(verification.outcome).status },
})

/** What a read answers: the ordered fields until the verification is final, the event record's after. */
export const toAddressResponse = (
  verification: AddressVerification,
  urlOf: PhotoUrl,
): z.input<typeof AddressResponse> => ({
  ...toAddressBase(verification),
  address: isFinal(verification.outcome)
    ? toAddressRecord(verification, urlOf)
    : toPendingAddress(verification),
})

/** The answer to a creation (interface §2.3). */
export const toCreatedAddress = (
  verification: AddressVerification,
  isDuplicate: boolean,
): z.input<typeof CreateAddressResponse> => ({
  ...toAddressBase(verification),
  address: toPendingAddress(verification),
  duplicateRequest: isDuplicate,
})

/** A day as an instant: midnight UTC. */
const toInstant = (day: string | undefined): string | undefined => day && `${day}T00:00:00.000Z`

const toPendingEmployment = (
  verification: EmploymentVerification,
): z.input<typeof PendingEmploymentRecord> => ({
  ...verification,
  ...toCommonFields(verification),
  verificationTypeCode: 'employment',
  isAsset: false,
  isVague: false,
  employmentDetails: {
    ...verification,
    startDate: toInstant(verification.startDate),
    endDate: toInstant(verification.endDate),
  },
  employerDetails: {
    contactPersonName: verification.contactPersonName,
    email: verification.employerEmail,
    name: verification.employerName,
    phone: verification.employerPhone,
  },
})

/** The record that a completion event carries (interface §2.6). */
export const toEmploymentRecord = (
  verification: EmploymentVerification,
): z.input<typeof EmploymentRecord> => {
  const order = toPendingEmployment(verification)
  const { report } = verification
  return {
    ...order,
    approvedAt: verification.approvedAt,
    rejectedAt: verification.rejectedAt,
    applicationId: verification.id,
    isLive: verification.mode === 'live',
    criminalRecord: {},
    employmentDetails: {
      ...order.employmentDetails,
      ...report?.details,
      employeeStartDate: toInstant(report?.details.employeeStartDate),
      employeeEndDate: toInstant(report?.details.employeeEndDate),
    },
    employerDetails: { ...order.employerDetails, ...report?.employer },
    attestator: { ...report?.attestator },
    applicant: toApplicantResponse(verification),
  }
}

/** What a read answers: the ordered fields until the verification is final, the event record's after. */
export const toEmploymentResponse = (
  verification: EmploymentVerification,
): z.input<typeof EmploymentResponse> => ({
  ...toResponseBase(verification),
  employment: isFinal(verification.outcome)
    ? toEmploymentRecord(verification)
    : toPendingEmployment(verification),
})

/** The answer to a creation (interface §2.5). */
export const toCreatedEmployment = (
  verification: EmploymentVerification,
  isDuplicate: boolean,
): z.input<typeof CreateEmploymentResponse> => ({
  ...toResponseBase(verification),
  employment: toPendingEmployment(verification),
  duplicateRequest: isDuplicate,
})
