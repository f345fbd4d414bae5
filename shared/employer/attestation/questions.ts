import type { QuestionKind } from '../../link/question.ts'
import {
  type Attestation,
  companySizes,
  compensationRates,
  employmentTypes,
  terminations,
} from '../../assignment/attestation-contract.ts'

/** A field of the form: its part and name in the attestation. */
type NameIn<Part extends 'details' | 'employer' | 'attestator'> =
  `${Part}.${Extract<keyof Attestation[Part], string>}`
export type FieldName = NameIn<'details'> | NameIn<'employer'> | NameIn<'attestator'>

/** How every field of the form is answered. One that is missing does not compile. */
export const questions: Readonly<Record<FieldName, QuestionKind>> = {
  'details.employeeTitle': { as: 'text', maxLength: 100, isNeeded: true },
  'details.employeeStartDate': { as: 'date', isNeeded: true },
  'details.employeeEndDate': {
    as: 'date',
  },
  'details.employeeDepartment': { as: 'text', maxLength: 100 },
  'details.employmentType': { as: employmentTypes },
  'details.averageHours': { as: 'number' },
  'details.salaryRange': {
    as: 'text',
    maxLength: 60,
  },
  'details.compensationRate': { as: compensationRates },
  'details.jobBenefits': {
    as: 'text',
    maxLength: 300,
  },
  'details.jobTermination': { as: terminations },
  'details.jobLeaveReason': { as: 'text', maxLength: 300 },
  'details.rehire': { as: 'yes-no' },
  'details.offence': { as: 'text', maxLength: 300 },
  'details.supervisorName': { as: 'text', maxLength: 100 },
  'details.supervisorTitle': { as: 'text', maxLength: 100 },
  'details.supervisorPhone': { as: 'tel' },
  'details.supervisorEmail': { as: 'email' },
  'employer.companyAddress': { as: 'text', maxLength: 300 },
  'employer.companyCac': {
    as: 'text',
    maxLength: 30,
  },
  'employer.companySize': { as: companySizes },
  'employer.industry': { as: 'text', maxLength: 100 },
  'employer.comment': { as: 'long', maxLength: 1000 },
  'attestator.name': {
    as: 'text',
    maxLength: 100,
    autocomplete: 'name',
    isNeeded: true,
  },
  'attestator.title': {
    as: 'text',
    maxLength: 100,
    autocomplete: 'organization-title',
    isNeeded: true,
  },
  'attestator.email': {
    as: 'email',
    autocomplete: 'email',
  },
  'attestator.phone': { as: 'tel', autocomplete: 'tel' },
  'details.employerConsented': {
    as: 'consent',
    isNeeded: true,
  },
}

export interface Section {
  readonly fields: readonly FieldName[]
  /** Whether nobody needs to fill it in. */
  readonly isMore?: true
  /** Whether it is asked of those alone who know the person. */
  readonly isOfJob?: true
}

const fieldsWith = (...starts: readonly string[]): readonly FieldName[] =>
  (Object.keys(questions) as FieldName[]).filter(name => starts.some(start => name.startsWith(start)))

/** The form from top to bottom: the job first, as people know it; what nobody needs to fill in; whoever signs last, as on paper. */
export const sections = {
  job: {
    fields: ['details.employeeTitle', 'details.employeeStartDate', 'details.employeeEndDate'],
    isOfJob: true,
  },
  moreOfJob: {
    fields: ['details.employeeDepartment', 'details.employmentType', 'details.averageHours'],
    isMore: true,
    isOfJob: true,
  },
  pay: {
    fields: ['details.salaryRange', 'details.compensationRate', 'details.jobBenefits'],
    isMore: true,
    isOfJob: true,
  },
  leaving: {
    fields: ['details.jobTermination', 'details.jobLeaveReason', 'details.rehire', 'details.offence'],
    isMore: true,
    isOfJob: true,
  },
  supervisor: { fields: fieldsWith('details.supervisor'), isMore: true, isOfJob: true },
  organisation: { fields: fieldsWith('employer.'), isMore: true },
  you: { fields: [...fieldsWith('attestator.'), 'details.employerConsented'] },
} as const satisfies Readonly<Record<string, Section>>

export type SectionName = keyof typeof sections
