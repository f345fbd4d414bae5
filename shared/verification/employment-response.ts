import type * as z from 'zod/mini'
import { named } from '../http/contract/text.ts'
import type {
  CreateEmploymentResponse,
  EmploymentRecord,
  EmploymentResponse,
  PendingEmploymentRecord,
} from './contract/employment.ts'
import { isFinal } from './contract/outcome.ts'
import { recordFlagsOf } from './record-flags.ts'
import type { EmploymentReport } from './report.ts'
import { toApplicantResponse, toCommonFields, toResponseBase } from './response.ts'
import type { EmploymentVerification } from './verification.ts'

const toInstant = (day: string | undefined): string | undefined => day && `${day}T00:00:00.000Z`

const toPendingEmployment = (
  verification: EmploymentVerification,
): z.input<typeof PendingEmploymentRecord> => ({
  ...named(verification),
  ...toCommonFields(verification),
  verificationTypeCode: 'employment',
  isAsset: false,
  isVague: false,
  employmentDetails: {
    ...named(verification),
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

export const toEmploymentRecord = (
  verification: EmploymentVerification,
): z.input<typeof EmploymentRecord> => {
  const order = toPendingEmployment(verification)
  const { report } = verification
  // Until the employer has answered, each is absent.
  const details: Partial<EmploymentReport['details']> = report?.details ?? {}
  const employer: Partial<EmploymentReport['employer']> = report?.employer ?? {}
  const attestator: Partial<EmploymentReport['attestator']> = report?.attestator ?? {}
  return {
    ...order,
    approvedAt: verification.approvedAt,
    rejectedAt: verification.rejectedAt,
    applicationId: verification.id,
    isLive: verification.mode === 'live',
    criminalRecord: {},
    employmentDetails: {
      ...order.employmentDetails,
      ...named(details),
      employeeStartDate: toInstant(details.employeeStartDate),
      employeeEndDate: toInstant(details.employeeEndDate),
    },
    employerDetails: { ...order.employerDetails, ...named(employer) },
    attestator: named(attestator),
    applicant: toApplicantResponse(verification),
  }
}

export const toEmploymentResponse = (
  verification: EmploymentVerification,
): z.input<typeof EmploymentResponse> => ({
  ...toResponseBase(verification),
  employment: isFinal(verification.outcome)
    ? toEmploymentRecord(verification)
    : toPendingEmployment(verification),
  againstFinding: verification.againstFinding,
  flags: recordFlagsOf(verification),
  dispute: verification.latestDispute && named(verification.latestDispute),
})

export type CreatedEmployment = z.input<typeof CreateEmploymentResponse>

export const toCreatedEmployment = (
  verification: EmploymentVerification,
  isDuplicate: boolean,
): CreatedEmployment => ({
  ...toResponseBase(verification),
  employment: toPendingEmployment(verification),
  duplicateRequest: isDuplicate,
})
