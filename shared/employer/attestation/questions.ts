import type { Attestation } from '../../work/assignment/attestation-contract.ts'
import {
  companySizes,
  compensationRates,
  employmentTypes,
  terminations,
} from '../../work/assignment/attestation-word-contract.ts'
import type { Question } from '../../link/question.ts'
import { yesNo } from '../../texts/attestation.ts'

/* What an employer is asked, on a page or by an agent. */

type FieldIn<Part extends 'details' | 'employer' | 'attestator'> =
  `${Part}.${Extract<keyof Attestation[Part], string>}`
/** A question without its words, which a page and an agent's phone have of their own. */
export type AttestationControl = Omit<Question, 'name' | 'label' | 'hint'>
export type AttestationField = FieldIn<'details'> | FieldIn<'employer'> | FieldIn<'attestator'>

export const jobQuestions = {
  'details.employeeTitle': { maxLength: 100, isNeeded: true },
  'details.employeeStartDate': { as: 'date', isNeeded: true },
  'details.employeeEndDate': { as: 'date' },
} as const
const moreOfJob = {
  'details.employeeDepartment': { maxLength: 100 },
  'details.employmentType': { options: employmentTypes },
  'details.averageHours': { as: 'number' },
} as const
const pay = {
  'details.salaryRange': { maxLength: 60 },
  'details.compensationRate': { options: compensationRates },
  'details.jobBenefits': { maxLength: 300 },
} as const
const leaving = {
  'details.jobTermination': { options: terminations },
  'details.jobLeaveReason': { maxLength: 300 },
  'details.rehire': { choices: yesNo },
  'details.offence': { maxLength: 300 },
} as const
const supervisor = {
  'details.supervisorName': { maxLength: 100 },
  'details.supervisorTitle': { maxLength: 100 },
  'details.supervisorPhone': { as: 'tel' },
  'details.supervisorEmail': { as: 'email' },
} as const
const organisation = {
  'employer.companyAddress': { maxLength: 300 },
  'employer.companyCac': { maxLength: 30 },
  'employer.companySize': { options: companySizes },
  'employer.industry': { maxLength: 100 },
  'employer.comment': { as: 'long', maxLength: 1000 },
} as const
export const signerQuestions = {
  'attestator.name': { maxLength: 100, autocomplete: 'name', isNeeded: true },
  'attestator.title': { maxLength: 100, autocomplete: 'organization-title', isNeeded: true },
  'attestator.email': { as: 'email', autocomplete: 'email' },
  'attestator.phone': { as: 'tel', autocomplete: 'tel' },
  'details.employerConsented': { as: 'tick', isNeeded: true },
} as const

/** Optional sections about the job: only a respondent who knows the person is asked. */
export const jobSections = { moreOfJob, pay, leaving, supervisor }
export const optionalQuestions = { ...jobSections, organisation }

/** Every field of the form: one that is missing does not compile. */
export const attestationQuestions: Readonly<Record<AttestationField, AttestationControl>> = {
  ...jobQuestions,
  ...moreOfJob,
  ...pay,
  ...leaving,
  ...supervisor,
  ...organisation,
  ...signerQuestions,
}
