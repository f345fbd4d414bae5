import type {
  CreateEmploymentResponse,
  EmploymentResponse,
  EmploymentRecord,
  PendingEmploymentRecord,
} from '../contract/employment.ts'
import { isFinal, statusOf } from '../outcome.ts'
import type { EmploymentReport } from '../report.ts'
import type { EmploymentVerification } from '../verification.ts'
import { toApplicantResponse, toCommonFields } from './applicant.ts'

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

const verificationOf = (verification: EmploymentVerification) => ({
  id: verification.id,
  customerReference: verification.customerReference,
  applicant: toApplicantResponse(verification),
  status: statusOf(verification.outcome),
})

/** What a read answers: the ordered fields until the verification is final, the event record's after. */
export const toEmploymentResponse = (verification: EmploymentVerification): EmploymentResponse => ({
  ...verificationOf(verification),
  employment: isFinal(verification.outcome)
    ? toEmploymentRecord(verification)
    : orderedEmployment(verification),
})

/** The answer to a creation (interface §2.5). */
export const toCreatedEmployment = (
  verification: EmploymentVerification,
  isDuplicate: boolean,
): CreateEmploymentResponse => ({
  ...verificationOf(verification),
  employment: orderedEmployment(verification),
  duplicateRequest: isDuplicate,
})
