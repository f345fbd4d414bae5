import type * as z from 'zod/mini'
import { named } from '../http/contract/text.ts'
import { lgaById, mapUrl, stateById } from '../location/location.ts'
import type { CreateAddressResponse, PendingAddressRecord } from './contract/address.ts'
import { statusOf } from './contract/outcome.ts'
import type { AddressVerification, Verification } from './verification.ts'

/*
 * Values of answers. Each is the record with what its answer calls otherwise: the answer's schema takes the fields that it
 * declares, and says what stands for those that the record lacks.
 */

export type PhotoUrl = (key: string) => string

export const withoutPhotos: PhotoUrl = () => {
  throw new RangeError('A record without a report has no photos')
}

export const toApplicantResponse = ({ applicant, requestedAt, updatedAt, report }: Verification) => ({
  ...named(applicant),
  createdAt: requestedAt,
  updatedAt,
  maritalStatus: report?.maritalStatus,
})

export const toCommonFields = (verification: Verification) => ({
  requestSource: 'api' as const,
  archived: false,
  paymentMethodCode: 'standard' as const,
  status: statusOf(verification.outcome),
})

export const toResponseBase = (verification: Verification) => ({
  id: verification.id,
  customerReference: verification.customerReference,
  applicant: toApplicantResponse(verification),
  status: statusOf(verification.outcome),
})

const toLocation = (verification: AddressVerification) => {
  const { stateId, lgaId, initialLatitude, initialLongitude, report } = verification
  const { latitude, longitude } = report ?? { latitude: initialLatitude, longitude: initialLongitude }
  const names = { stateName: stateById(stateId)!.name, lgaName: lgaById(lgaId)!.name }
  return { ...named(verification), ...names, latitude, longitude, locationUrl: mapUrl(latitude, longitude) }
}

export const toPendingAddress = (verification: AddressVerification): z.input<typeof PendingAddressRecord> => {
  const location = toLocation(verification)
  return {
    ...location,
    ...toCommonFields(verification),
    verificationTypeCode: 'address',
    location,
    isVague: verification.report?.isVague ?? false,
  }
}

export const toAddressBase = (verification: AddressVerification) => ({
  ...toResponseBase(verification),
  summary: { address_check: statusOf(verification.outcome).status },
})

export type CreatedAddress = z.input<typeof CreateAddressResponse>

export const toCreatedAddress = (
  verification: AddressVerification,
  isDuplicate: boolean,
): CreatedAddress => ({
  ...toAddressBase(verification),
  address: toPendingAddress(verification),
  duplicateRequest: isDuplicate,
})
