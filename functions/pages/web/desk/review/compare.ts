import type { Assignment, Review } from '../../../../../shared/fieldwork/contract/assignment.ts'
import type { AddressRecord } from '../../../../../shared/verification/contract/address.ts'
import type { EmploymentRecord } from '../../../../../shared/verification/contract/employment.ts'
import type { CaseFile } from './open-case.ts'

/** How what was found stands to what was claimed; `unknown`: nobody could say. */
export type Match = 'same' | 'differs' | 'unknown'

/** A field as the customer claims it, beside what was found. */
export interface Compared {
  readonly what: string
  readonly claimed: string
  readonly found: string
  readonly match: Match
}

/** What was found and nobody had claimed. */
export interface Besides {
  readonly what: string
  readonly found: string
}

type Said = string | number | boolean | null | undefined

const wordOf = (said: Said): string => {
  if (typeof said === 'boolean') return said ? 'yes' : 'no'
  return said === null || said === undefined ? '' : `${said}`.trim()
}

const plain = (said: string): string =>
  said
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const matchOf = (claimed: string, found: string): Match => {
  if (claimed === '' || found === '') return 'unknown'
  return plain(claimed) === plain(found) ? 'same' : 'differs'
}

const compared = (what: string, claimed: Said, found: Said): Compared => {
  const [one, other] = [wordOf(claimed), wordOf(found)]
  return { what, claimed: one, found: other, match: matchOf(one, other) }
}

/** A yes or no about what was claimed. */
const asked = (
  what: string,
  claimed: string,
  is: boolean | null,
  words: readonly [string, string],
): Compared => {
  if (is === null) return { what, claimed, found: 'Nobody could say', match: 'unknown' }
  return { what, claimed, found: is ? words[0] : words[1], match: is ? 'same' : 'differs' }
}

export const nameOf = ({ firstname, middlename, lastname }: Assignment['applicant']): string =>
  [firstname, middlename, lastname].filter(Boolean).join(' ')

const addressOf = ({ place }: Assignment): string =>
  place
    ? [place.street, place.landmark, place.city, place.lgaName, place.stateName].filter(Boolean).join(', ')
    : ''

const foundByVisit = (file: CaseFile, record: AddressRecord): readonly Compared[] => {
  const { findings } = file.review
  const { business } = file
  const there = business ? ['Is there', 'Is not there'] : ['Lives there', 'Does not live there']
  const name = business?.businessName ?? nameOf(file.applicant)
  return [
    ...(findings
      ? [
          asked('Address', addressOf(file), findings.addressExists, ['Exists', 'Does not exist']),
          asked('Reached', 'The door', findings.hadAccess, ['Came to the door', 'Could not get to the door']),
          asked(business ? 'Business' : 'Applicant', name, findings.isThere, there as [string, string]),
        ]
      : [compared('Address', addressOf(file), '')]),
    ...(business
      ? [
          compared('Name on site', business.businessName, record.business.nameFound ?? record.business.name),
          compared('Kind of business', business.businessType, record.business.type),
        ]
      : []),
  ]
}

/** What an employer said of whether somebody works there, in the words of the claim. */
const employedAsSaid = ({ employerCase }: Review): Said => {
  if (employerCase?.claim === 'worksHere') return true
  if (employerCase?.claim === 'workedHere') return false
  return employerCase?.claim === 'neverWorkedHere' ? 'Never worked there' : null
}

const dayOf = (time: string | null | undefined): Said => time?.slice(0, 10)

const foundByEmployer = (file: CaseFile, { employmentDetails, attestator }: EmploymentRecord) => {
  const { job } = file.review
  const { employer } = file
  const claim = file.review.employerCase?.claim
  return [
    asked('Worked there', nameOf(file.applicant), claim ? claim !== 'neverWorkedHere' : null, [
      'Yes',
      'Never',
    ]),
    compared('Works there now', job?.currentlyEmployed, employedAsSaid(file.review)),
    compared('Job title', job?.jobTitle, employmentDetails.employeeTitle),
    compared('From', dayOf(job?.startDate), dayOf(employmentDetails.employeeStartDate)),
    compared('Until', dayOf(job?.endDate), dayOf(employmentDetails.employeeEndDate)),
    compared('Contact', employer?.contactPersonName, attestator.name),
  ]
}

/** Whether it is the record of a visit. */
export const isAddress = (found: Review['found']): found is AddressRecord =>
  found.verificationTypeCode === 'address'

/** What was claimed beside what was found, field by field; a field of which neither says anything is left out. */
export const comparedIn = (file: CaseFile): readonly Compared[] => {
  const { found } = file.review
  const fields = isAddress(found) ? foundByVisit(file, found) : foundByEmployer(file, found)
  return fields.filter(({ claimed, found: seen }) => claimed !== '' || seen !== '')
}

const besidesOfVisit = (record: AddressRecord): readonly (readonly [string, Said])[] => [
  ['Kind of address', record.addressBasic.addressType],
  ['Hard to find', record.isVague],
  ['Marital status', record.applicant.maritalStatus],
  ['Agent’s comment', record.agentComment],
  ['Neighbour', [record.neighbor.firstname, record.neighbor.lastname].filter(Boolean).join(' ')],
  ['Neighbour’s phone', record.neighbor.phone],
  ['Neighbour’s words', record.neighbor.comment],
  ['Area', record.business.area],
  ['Business known there', record.business.isKnown],
  ['Owner known there', record.business.isOwnerKnown],
  ['Owner comes often', record.business.ownerVisitsFrequently],
]

const besidesOfEmployer = (record: EmploymentRecord): readonly (readonly [string, Said])[] => {
  const { employmentDetails: job, employerDetails: employer, attestator } = record
  return [
    ['Who answered', [attestator.name, attestator.title].filter(Boolean).join(', ')],
    ['Their email', attestator.email],
    ['Their phone', attestator.phone],
    ['Employer consents', job.employerConsented],
    ['Department', job.employeeDepartment],
    ['Kind of employment', job.employmentType],
    ['Salary', [job.salaryRange, job.compensationRate].filter(Boolean).join(', ')],
    ['Hours a week', job.averageHours],
    ['Benefits', job.jobBenefits],
    ['Why it ended', job.jobLeaveReason],
    ['How it ended', job.jobTermination],
    ['Offence', job.offence],
    ['Would hire again', job.rehire],
    ['Supervisor', [job.supervisorName, job.supervisorTitle].filter(Boolean).join(', ')],
    ['Supervisor’s phone', job.supervisorPhone],
    ['Supervisor’s email', job.supervisorEmail],
    ['Company’s address', employer.companyAddress],
    ['Registration number', employer.companyCac],
    ['Company’s size', employer.companySize],
    ['Industry', employer.industry],
    ['Comment', employer.comment],
  ]
}

/** What was found and nobody had claimed. */
export const besidesIn = ({ review: { found } }: CaseFile): readonly Besides[] => {
  const fields = isAddress(found) ? besidesOfVisit(found) : besidesOfEmployer(found)
  return fields
    .map(([what, said]) => ({ what, found: wordOf(said) }))
    .filter(({ found: word }) => word !== '')
}
