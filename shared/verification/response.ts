import type {
  Verification,
  ListedVerification,
  AddressVerification,
  EmploymentVerification,
} from './verification.ts'
import type { VerificationListItem } from './contract/list.ts'
import { statusOf, isFinal } from './contract/outcome.ts'
import { lgaById, mapUrl, stateById } from '../location/location.ts'
import type {
  AddressResponse,
  AddressRecord,
  CreateAddressResponse,
  PendingAddressRecord,
} from './contract/address.ts'
import { evidenceKey, type PhotoFiles, type EmploymentReport } from './report.ts'
import type {
  CreateEmploymentResponse,
  EmploymentResponse,
  EmploymentRecord,
  PendingEmploymentRecord,
} from './contract/employment.ts'

/** The applicant as answered before completion (interface §2.1): text that was not given is an empty string. */
export const toApplicantResponse = ({ applicant, requestedAt, updatedAt, report }: Verification) => ({
  id: applicant.id,
  createdAt: requestedAt,
  updatedAt,
  firstname: applicant.firstname,
  middlename: applicant.middlename ?? '',
  lastname: applicant.lastname,
  gender: applicant.gender ?? '',
  phone: applicant.phone,
  dob: applicant.dob ?? '',
  maritalStatus: report?.maritalStatus ?? null,
  email: applicant.email ?? null,
  photo: null,
})

/** What every record carries, whichever noun it is under and whether it is final. */
export const toCommonFields = (verification: Verification) => ({
  organisationId: verification.organisationId,
  requestedAt: verification.requestedAt,
  updatedAt: verification.updatedAt,
  requestSource: 'api' as const,
  archived: false,
  customerReference: verification.customerReference,
  paymentMethodCode: 'standard' as const,
  price: verification.price,
})

/** One line of a list. */
export const toVerificationListItem = (line: ListedVerification): VerificationListItem => ({
  id: line.id,
  customerReference: line.customerReference,
  product: line.product,
  requestedAt: line.requestedAt,
  updatedAt: line.updatedAt,
  price: line.price,
  status: statusOf(line.outcome),
})

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

const addressResponseBase = (verification: AddressVerification) => {
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
  ...addressResponseBase(verification),
  address: isFinal(verification.outcome)
    ? toAddressRecord(verification, urlOf)
    : orderedAddress(verification),
})

/** The answer to a creation (interface §2.3). */
export const toCreatedAddress = (
  verification: AddressVerification,
  isDuplicate: boolean,
): CreateAddressResponse => ({
  ...addressResponseBase(verification),
  address: orderedAddress(verification),
  duplicateRequest: isDuplicate,
})

/** A day as an instant: midnight UTC. */
const instantOf = (day: string | undefined): string | null => (day ? `${day}T00:00:00.000Z` : null)

const orderedEmployment = (verification: EmploymentVerification): PendingEmploymentRecord => ({
  ...toCommonFields(verification),
  id: verification.id,
  verificationTypeCode: 'employment',
  isAsset: false,
  consentReference: verification.consentReference ?? '',
  canContactPoc: verification.canContactPoc,
  isVague: false,
  employmentDetails: {
    currentlyEmployed: verification.currentlyEmployed,
    startDate: instantOf(verification.startDate),
    endDate: instantOf(verification.endDate),
    jobTitle: verification.jobTitle ?? '',
  },
  employerDetails: {
    contactPersonName: verification.contactPersonName ?? '',
    email: verification.employerEmail,
    name: verification.employerName,
    phone: verification.employerPhone,
  },
  status: statusOf(verification.outcome),
})

const noDetails: EmploymentReport['details'] = {}

const foundDetails = (found = noDetails) => ({
  averageHours: found.averageHours ?? null,
  compensationRate: found.compensationRate ?? null,
  employeeDepartment: found.employeeDepartment ?? null,
  employeeStartDate: instantOf(found.employeeStartDate),
  employeeEndDate: instantOf(found.employeeEndDate),
  employeeTitle: found.employeeTitle ?? null,
  employerConsented: found.employerConsented ?? null,
  employmentType: found.employmentType ?? null,
  jobBenefits: found.jobBenefits ?? null,
  jobLeaveReason: found.jobLeaveReason ?? null,
  jobTermination: found.jobTermination ?? null,
  offence: found.offence ?? null,
  rehire: found.rehire ?? null,
  salaryRange: found.salaryRange ?? null,
  supervisorEmail: found.supervisorEmail ?? null,
  supervisorName: found.supervisorName ?? null,
  supervisorPhone: found.supervisorPhone ?? null,
  supervisorTitle: found.supervisorTitle ?? null,
})

const noEmployer: EmploymentReport['employer'] = {}

const foundEmployer = (found = noEmployer) => ({
  comment: found.comment ?? null,
  companyAddress: found.companyAddress ?? null,
  companyCac: found.companyCac ?? null,
  companySize: found.companySize ?? null,
  industry: found.industry ?? null,
})

/** Fields of other products that the interface lists for this record too; always null here (interface §2.6). */
const notOfEmployment = {
  userId: null,
  identityVerificationId: null,
  apiReference: null,
  bundleCode: null,
  stateId: null,
  lgaId: null,
  latitude: null,
  longitude: null,
  criminalRecord: { offence: null, policeReport: null, policeReportNumber: null, policeStationAddress: null },
}

/** The record that a completion event carries (interface §2.6). */
export const toEmploymentRecord = (verification: EmploymentVerification): EmploymentRecord => {
  const { id: _, createdAt: __, updatedAt: ___, ...applicant } = toApplicantResponse(verification)
  const order = orderedEmployment(verification)
  const { report } = verification
  return {
    ...order,
    ...notOfEmployment,
    approvedAt: verification.approvedAt ?? null,
    rejectedAt: verification.rejectedAt ?? null,
    applicationId: verification.id,
    isLive: verification.mode === 'live',
    employmentDetails: { ...order.employmentDetails, ...foundDetails(report?.details) },
    employerDetails: { ...order.employerDetails, ...foundEmployer(report?.employer) },
    attestator: {
      email: report?.attestator.email ?? null,
      name: report?.attestator.name ?? null,
      phone: report?.attestator.phone ?? null,
      title: report?.attestator.title ?? null,
    },
    applicant,
  }
}

const employmentResponseBase = (verification: EmploymentVerification) => ({
  id: verification.id,
  customerReference: verification.customerReference,
  applicant: toApplicantResponse(verification),
  status: statusOf(verification.outcome),
})

/** What a read answers: the ordered fields until the verification is final, the event record's after. */
export const toEmploymentResponse = (verification: EmploymentVerification): EmploymentResponse => ({
  ...employmentResponseBase(verification),
  employment: isFinal(verification.outcome)
    ? toEmploymentRecord(verification)
    : orderedEmployment(verification),
})

/** The answer to a creation (interface §2.5). */
export const toCreatedEmployment = (
  verification: EmploymentVerification,
  isDuplicate: boolean,
): CreateEmploymentResponse => ({
  ...employmentResponseBase(verification),
  employment: orderedEmployment(verification),
  duplicateRequest: isDuplicate,
})
