import type { Question } from '../link/fields.ts'
import {
  type Attestation,
  companySizes,
  compensationRates,
  employmentTypes,
  terminations,
} from './contract.ts'

/** A field of the form: its part and name in the attestation. */
type NameIn<Part extends 'details' | 'employer' | 'attestator'> =
  `${Part}.${Extract<keyof Attestation[Part], string>}`
export type FieldName = NameIn<'details'> | NameIn<'employer'> | NameIn<'attestator'>

/** Every field of the form. One without its question does not compile. */
export const questions: Readonly<Record<FieldName, Question>> = {
  'details.employeeTitle': { label: 'Job title', as: 'text', maxLength: 100, isNeeded: true },
  'details.employeeStartDate': { label: 'First day', as: 'date', isNeeded: true },
  'details.employeeEndDate': {
    label: 'Last day',
    hint: 'Needed if they have left.',
    as: 'date',
  },
  'details.employeeDepartment': { label: 'Department', as: 'text', maxLength: 100 },
  'details.employmentType': { label: 'Kind of employment', as: employmentTypes },
  'details.averageHours': { label: 'Hours a week', as: 'number' },
  'details.salaryRange': {
    label: 'Pay, from and to, in naira',
    hint: 'For example 100000-200000',
    as: 'text',
    maxLength: 60,
  },
  'details.compensationRate': { label: 'How often it is paid', as: compensationRates },
  'details.jobBenefits': {
    label: 'Benefits',
    hint: 'With commas between, for example Pension, Health insurance',
    as: 'text',
    maxLength: 300,
  },
  'details.jobTermination': { label: 'How it ended', as: terminations },
  'details.jobLeaveReason': { label: 'Reason for leaving', as: 'text', maxLength: 300 },
  'details.rehire': { label: 'Would you employ them again?', as: 'yes-no' },
  'details.offence': { label: 'Offences on your record', as: 'text', maxLength: 300 },
  'details.supervisorName': { label: 'Supervisor’s name', as: 'text', maxLength: 100 },
  'details.supervisorTitle': { label: 'Supervisor’s job title', as: 'text', maxLength: 100 },
  'details.supervisorPhone': { label: 'Supervisor’s telephone', as: 'tel' },
  'details.supervisorEmail': { label: 'Supervisor’s email', as: 'email' },
  'employer.companyAddress': { label: 'Address', as: 'text', maxLength: 300 },
  'employer.companyCac': {
    label: 'CAC registration number',
    hint: 'For example RC123456',
    as: 'text',
    maxLength: 30,
  },
  'employer.companySize': { label: 'People employed', as: companySizes },
  'employer.industry': { label: 'Industry', as: 'text', maxLength: 100 },
  'employer.comment': { label: 'Anything to add', as: 'long', maxLength: 1000 },
  'attestator.name': {
    label: 'Your name',
    as: 'text',
    maxLength: 100,
    autocomplete: 'name',
    isNeeded: true,
  },
  'attestator.title': {
    label: 'Your job title',
    as: 'text',
    maxLength: 100,
    autocomplete: 'organization-title',
    isNeeded: true,
  },
  'attestator.email': {
    label: 'Your email at work',
    hint: 'This or your telephone is needed.',
    as: 'email',
    autocomplete: 'email',
  },
  'attestator.phone': { label: 'Your telephone at work', as: 'tel', autocomplete: 'tel' },
  'details.employerConsented': {
    label: 'I answer for my employer, which agrees that my answers are passed on to the company that asked.',
    as: 'consent',
    isNeeded: true,
  },
}

interface Section {
  readonly title: string
  readonly hint?: string
  readonly fields: readonly FieldName[]
}

const fieldsWith = (...starts: readonly string[]): readonly FieldName[] =>
  (Object.keys(questions) as FieldName[]).filter(name => starts.some(start => name.startsWith(start)))

/** The form from top to bottom: the job first, as people know it; whoever signs last, as on paper. */
export const sections: readonly Section[] = [
  {
    title: 'The job',
    hint: 'Leave this out if the person never worked for you.',
    fields: [
      'details.employeeTitle',
      'details.employeeStartDate',
      'details.employeeEndDate',
      'details.employeeDepartment',
      'details.employmentType',
      'details.averageHours',
    ],
  },
  { title: 'Pay', fields: ['details.salaryRange', 'details.compensationRate', 'details.jobBenefits'] },
  {
    title: 'Leaving, and your record',
    fields: ['details.jobTermination', 'details.jobLeaveReason', 'details.rehire', 'details.offence'],
  },
  { title: 'Their supervisor', fields: fieldsWith('details.supervisor') },
  { title: 'Your organisation', fields: fieldsWith('employer.') },
  { title: 'You', fields: [...fieldsWith('attestator.'), 'details.employerConsented'] },
]
