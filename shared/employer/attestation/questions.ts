import type { Attestation } from '../../assignment/attestation-contract.ts'
import {
  companySizes,
  compensationRates,
  employmentTypes,
  terminations,
} from '../../assignment/attestation-word-contract.ts'
import type { QuestionKind } from '../../link/question-kind.ts'

/* What an employer is asked, on a page or by an agent. */

type FieldIn<Part extends 'details' | 'employer' | 'attestator'> =
  `${Part}.${Extract<keyof Attestation[Part], string>}`
export type AttestationField = FieldIn<'details'> | FieldIn<'employer'> | FieldIn<'attestator'>

export const jobQuestions = {
  'details.employeeTitle': { as: 'text', maxLength: 100, isNeeded: true },
  'details.employeeStartDate': { as: 'date', isNeeded: true },
  'details.employeeEndDate': { as: 'date' },
} as const
const moreOfJob = {
  'details.employeeDepartment': { as: 'text', maxLength: 100 },
  'details.employmentType': { as: employmentTypes },
  'details.averageHours': { as: 'number' },
} as const
const pay = {
  'details.salaryRange': { as: 'text', maxLength: 60 },
  'details.compensationRate': { as: compensationRates },
  'details.jobBenefits': { as: 'text', maxLength: 300 },
} as const
const leaving = {
  'details.jobTermination': { as: terminations },
  'details.jobLeaveReason': { as: 'text', maxLength: 300 },
  'details.rehire': { as: 'yes-no' },
  'details.offence': { as: 'text', maxLength: 300 },
} as const
const supervisor = {
  'details.supervisorName': { as: 'text', maxLength: 100 },
  'details.supervisorTitle': { as: 'text', maxLength: 100 },
  'details.supervisorPhone': { as: 'tel' },
  'details.supervisorEmail': { as: 'email' },
} as const
const organisation = {
  'employer.companyAddress': { as: 'text', maxLength: 300 },
  'employer.companyCac': { as: 'text', maxLength: 30 },
  'employer.companySize': { as: companySizes },
  'employer.industry': { as: 'text', maxLength: 100 },
  'employer.comment': { as: 'long', maxLength: 1000 },
} as const
export const signerQuestions = {
  'attestator.name': { as: 'text', maxLength: 100, autocomplete: 'name', isNeeded: true },
  'attestator.title': { as: 'text', maxLength: 100, autocomplete: 'organization-title', isNeeded: true },
  'attestator.email': { as: 'email', autocomplete: 'email' },
  'attestator.phone': { as: 'tel', autocomplete: 'tel' },
  'details.employerConsented': { as: 'tick', isNeeded: true },
} as const

/** Optional sections about the job: only a respondent who knows the person is asked. */
export const jobSections = { moreOfJob, pay, leaving, supervisor }
export const optionalQuestions = { ...jobSections, organisation }

/** Every field of the form: one that is missing does not compile. */
export const attestationQuestions: Readonly<Record<AttestationField, QuestionKind>> = {
  ...jobQuestions,
  ...moreOfJob,
  ...pay,
  ...leaving,
  ...supervisor,
  ...organisation,
  ...signerQuestions,
}
