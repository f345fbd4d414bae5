import type { Verification } from '../verification.ts'

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
