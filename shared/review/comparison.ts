import type { EmploymentConfirmation } from '../work/assignment/attestation-word-contract.ts'
import type { Findings } from '../work/assignment/contract.ts'
import type { Coordinates } from '../location/position.ts'
import type { addressFields } from '../verification/contract/address.ts'
import type { AddressRecord } from '../verification/contract/address-record.ts'
import type { EmploymentRecord } from '../verification/contract/employment.ts'
import type { FieldShape } from '../verification/contract/order-field.ts'

/* One rule for the desk and for the customer's report. */

export interface ComparisonInput {
  readonly record: AddressRecord | EmploymentRecord
  /** Null without a visit. */
  readonly findings: Findings | null
  /** Null without one. */
  readonly claim: EmploymentConfirmation | null
  /** Absent for products without it. */
  readonly property?: ClaimedBuilding | null | undefined
}

/** Fields of the property that an agent reports, too. */
export interface ClaimedBuilding {
  readonly buildingType: string
  readonly buildingDescription: string
  /** Distance from the applicant's position to the device's; null where unknown. */
  readonly visitedMetres: number | null
  /** Of the device; null where unknown. */
  readonly accuracyMetres: number | null
}

interface VisitFound extends Pick<ComparisonInput, 'findings' | 'property'> {
  readonly record: AddressRecord
}

/** `unknown`: nobody could say. */
export type FieldMatch = 'same' | 'differs' | 'unknown'

export const matchMarks: Readonly<Record<FieldMatch, { readonly sign: string; readonly word: string }>> = {
  same: { sign: '=', word: 'agrees' },
  differs: { sign: '≠', word: 'differs' },
  unknown: { sign: '?', word: 'not known' },
}

export interface ComparedField {
  readonly what: string
  readonly claimed: string
  readonly found: string
  readonly match: FieldMatch
  /** Of whom to ask, and no part of what is claimed of the applicant: an approval does not call it right. */
  readonly isBeside?: true
}

export interface ExtraFinding {
  readonly what: string
  readonly found: string
  /** The telephone of somebody who is not the applicant. */
  readonly isPhone?: true
}

type NamedValue = readonly [what: string, said: SaidValue, isPhone?: true]

type SaidValue = string | number | boolean | null | undefined

const wordOf = (said: SaidValue): string => {
  if (typeof said === 'boolean') return said ? 'yes' : 'no'
  return said === null || said === undefined ? '' : `${said}`.trim()
}

const plain = (said: string): string =>
  said
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const matchOf = (claimed: string, found: string): FieldMatch => {
  if (claimed === '' || found === '') return 'unknown'
  return plain(claimed) === plain(found) ? 'same' : 'differs'
}

const compared = (what: string, claimed: SaidValue, found: SaidValue): ComparedField => {
  const [one, other] = [wordOf(claimed), wordOf(found)]
  return { what, claimed: one, found: other, match: matchOf(one, other) }
}

const asked = (
  what: string,
  claimed: string,
  is: boolean | null,
  words: readonly [string, string],
): ComparedField => {
  if (is === null) return { what, claimed, found: 'Nobody could say', match: 'unknown' }
  return { what, claimed, found: is ? words[0] : words[1], match: is ? 'same' : 'differs' }
}

interface NamedField {
  readonly firstname: string
  readonly middlename: string
  readonly lastname: string
}

export const fullNameOf = ({ firstname, middlename, lastname }: NamedField): string =>
  [firstname, middlename, lastname].filter(Boolean).join(' ')

/** In one line: a new field of the location that customers are shown does not compile without its place there. */
const lineParts: Readonly<Record<keyof FieldShape<typeof addressFields, 'customer'>, true>> = {
  street: true,
  landmark: true,
  city: true,
}

export const formatAddress = ({ location }: AddressRecord): string => {
  const ordered = (Object.keys(lineParts) as (keyof typeof lineParts)[]).map(part => location[part])
  // A city may have the name of its LGA, and of its state.
  return [...new Set([...ordered, location.lgaName, location.stateName])].filter(Boolean).join(', ')
}

/** Undefined where the device gave no position and the ordered one is in the record. */
export const visitedPositionOf = ({ location }: AddressRecord): Coordinates | undefined => {
  const { latitude, longitude, initialLatitude, initialLongitude } = location
  const isOrdered = latitude === initialLatitude && longitude === initialLongitude
  return isOrdered ? undefined : { latitude, longitude }
}

/** Errors of a GPS fix and of a finger on a map, in metres. */
const samePlaceMetres = 200

const positionFound = (
  { location }: AddressRecord,
  { visitedMetres: metres, accuracyMetres }: ClaimedBuilding,
): ComparedField => {
  const what = 'Position'
  const claimed = `${location.initialLatitude}, ${location.initialLongitude}, confirmed on a map`
  if (metres === null) return { what, claimed, found: 'No device said where it was', match: 'unknown' }
  const match = metres <= samePlaceMetres ? 'same' : 'differs'
  const accuracy = accuracyMetres === null ? 'accuracy unknown' : `±${Math.round(accuracyMetres)} m`
  return { what, claimed, found: `The agent’s device was ${Math.round(metres)} m away, ${accuracy}`, match }
}

/** Agents write free text: another word may mean the same building. */
const kindFound = (house: ClaimedBuilding, found: string): ComparedField => {
  const kinds = [house.buildingType, house.buildingDescription]
  const isSame = kinds.some(kind => matchOf(kind, found) === 'same')
  return { what: 'Kind of address', claimed: kinds.join(', '), found, match: isSame ? 'same' : 'unknown' }
}

/** An agent writes free text; only a word of the order's own list can differ from another one of it. */
const kindOfBusiness = ({ businessType, type }: AddressRecord['business']): ComparedField => {
  const field = compared('Kind of business', businessType, type)
  const isOfTheList = ['formal', 'informal'].includes(plain(field.found))
  return field.match === 'differs' && !isOfTheList ? { ...field, match: 'unknown' } : field
}

const foundOfHouse = (record: AddressRecord, house: ClaimedBuilding): readonly ComparedField[] => [
  positionFound(record, house),
  kindFound(house, record.addressBasic.addressType),
]

const foundByVisit = ({ record, findings, property }: VisitFound): readonly ComparedField[] => {
  const { business } = record
  const isBusiness = business.businessName !== null
  const there = isBusiness ? ['Is there', 'Is not there'] : ['Lives there', 'Does not live there']
  const name = business.businessName ?? fullNameOf(record.applicant)
  return [
    ...(findings
      ? [
          asked('Address', formatAddress(record), findings.addressExists, ['Exists', 'Does not exist']),
          asked('Reached', 'The door', findings.hadAccess, ['Came to the door', 'Could not get to the door']),
          asked(isBusiness ? 'Business' : 'Applicant', name, findings.isThere, there as [string, string]),
        ]
      : [compared('Address', formatAddress(record), '')]),
    ...(isBusiness
      ? [
          compared('Name on site', business.businessName, business.nameFound ?? business.name),
          kindOfBusiness(business),
        ]
      : []),
    ...(property ? foundOfHouse(record, property) : []),
  ]
}

const employedAsSaid = (claim: EmploymentConfirmation | null): SaidValue => {
  if (claim === 'worksHere') return true
  if (claim === 'workedHere') return false
  return claim === 'neverWorkedHere' ? 'Never worked there' : null
}

const dayOf = (time: string | null | undefined): SaidValue => time?.slice(0, 10)

const foundByEmployer = (
  record: EmploymentRecord,
  claim: EmploymentConfirmation | null,
): readonly ComparedField[] => {
  const { employmentDetails: job, employerDetails: employer, attestator } = record
  return [
    asked('Worked there', fullNameOf(record.applicant), claim ? claim !== 'neverWorkedHere' : null, [
      'Yes',
      'Never',
    ]),
    compared('Works there now', job.currentlyEmployed, employedAsSaid(claim)),
    compared('Job title', job.jobTitle, job.employeeTitle),
    compared('From', dayOf(job.startDate), dayOf(job.employeeStartDate)),
    compared('Until', dayOf(job.endDate), dayOf(job.employeeEndDate)),
    { ...compared('Contact', employer.contactPersonName, attestator.name), isBeside: true },
  ]
}

export const isAddress = (record: ComparisonInput['record']): record is AddressRecord =>
  record.verificationTypeCode === 'address'

/** Field by field; a field that neither side states is left out. */
export const compareFields = ({
  record,
  findings,
  claim,
  property,
}: ComparisonInput): readonly ComparedField[] => {
  const fields = isAddress(record)
    ? foundByVisit({ record, findings, property })
    : foundByEmployer(record, claim)
  return fields.filter(({ claimed, found }) => claimed !== '' || found !== '')
}

const besidesOfVisit = ({ record, property }: Omit<VisitFound, 'findings'>): readonly NamedValue[] => [
  // A claimed business is compared above.
  ...(property ? [] : [['Kind of address', record.addressBasic.addressType] as const]),
  ['Hard to find', record.isVague],
  ['Marital status', record.applicant.maritalStatus],
  ['Agent’s comment', record.agentComment],
  ['Neighbour', [record.neighbor.firstname, record.neighbor.lastname].filter(Boolean).join(' ')],
  ['Neighbour’s phone', record.neighbor.phone, true],
  ['Neighbour’s words', record.neighbor.comment],
  ['Area', record.business.area],
  ['Business known there', record.business.isKnown],
  ['Owner known there', record.business.isOwnerKnown],
  ['Owner comes often', record.business.ownerVisitsFrequently],
]

const besidesOfEmployer = (record: EmploymentRecord): readonly NamedValue[] => {
  const { employmentDetails: job, employerDetails: employer, attestator } = record
  return [
    ['Who answered', [attestator.name, attestator.title].filter(Boolean).join(', ')],
    ['Their email', attestator.email],
    ['Their phone', attestator.phone, true],
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
    ['Supervisor’s phone', job.supervisorPhone, true],
    ['Supervisor’s email', job.supervisorEmail],
    ['Company’s address', employer.companyAddress],
    ['Registration number', employer.companyCac],
    ['Company’s size', employer.companySize],
    ['Industry', employer.industry],
    ['Comment', employer.comment],
  ]
}

export const extraFindingsOf = ({ record, property }: ComparisonInput): readonly ExtraFinding[] => {
  const fields = isAddress(record) ? besidesOfVisit({ record, property }) : besidesOfEmployer(record)
  return fields
    .map(([what, said, isPhone]) => ({ what, found: wordOf(said), ...(isPhone && { isPhone }) }))
    .filter(({ found: word }) => word !== '')
}
