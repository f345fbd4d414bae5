import type { Consent } from '../../consent/contract.ts'
import { formatAddress, fullNameOf } from '../../work/comparison.ts'
import type { Html } from '../../http/html.ts'
import type { Coordinates } from '../../location/position.ts'
import type { AddressRecord } from '../../verification/contract/address.ts'
import type { EmploymentRecord } from '../../verification/contract/employment.ts'
import type { ClaimedProperty, Verification } from '../../verification/verification.ts'
import { reportTexts as words } from './english.ts'
import { formatDate, formatUtcTime } from './format.ts'
import { type ReportFact, renderFacts, renderSection } from './parts.ts'

const asked = words.asked

const day = (at: string | null | undefined): string | undefined => (at ? formatDate(at) : undefined)

/** What a record does not say of an order. */
type Claimed = Pick<Verification, 'applicant' | 'consent'>

const ofApplicant = (
  { applicant }: AddressRecord | EmploymentRecord,
  { applicant: { idNumberLast4 }, consent }: Claimed,
): readonly ReportFact[] => [
  [asked.applicant, fullNameOf(applicant)],
  [asked.phone, applicant.phone],
  [asked.dob, day(applicant.dob)],
  [asked.gender, applicant.gender],
  [asked.email, applicant.email ?? undefined],
  [asked.idNumber, idNumberLast4 === undefined ? undefined : words.endsIn(idNumberLast4)],
  [asked.consented, consentFacts(consent)],
]

/** What the order rests on, as the customer states it. */
export const consentFacts = (consent: Consent | undefined): string | undefined =>
  consent && asked.consentGiven({ ...consent, givenAt: formatUtcTime(consent.givenAt) })

const placeOf = ({ latitude, longitude }: Coordinates): string => `${latitude}, ${longitude}`

/** What the applicant says of the house, in the order in which one looks for it. */
const ofHouse = (property: ClaimedProperty): readonly ReportFact[] => [
  [asked.houseNumber, property.houseNumber],
  [
    asked.house,
    [
      property.buildingType,
      property.buildingDescription,
      property.buildingStatus,
      property.buildingColour,
      asked.hasGateAndFence(property.hasGateAndFence),
    ].join(', '),
  ],
  [asked.description, property.generalDescription],
]

interface ClaimedAddress extends Claimed {
  readonly property?: ClaimedProperty | undefined
}

/** What the customer said of an address. @param stated its position, if the order gave one */
export const addressOrderFacts = (
  record: AddressRecord,
  claimed: ClaimedAddress,
  stated: Coordinates | undefined,
): Html =>
  renderSection(
    'asked',
    asked.title,
    renderFacts([
      [asked.business, record.business.businessName ?? undefined],
      [asked.businessType, record.business.businessType ?? undefined],
      [asked.rcNumber, record.business.rcNumber ?? undefined],
      ...ofApplicant(record, claimed),
      [asked.address, formatAddress(record)],
      [claimed.property ? asked.confirmedPosition : asked.position, stated && placeOf(stated)],
      ...(claimed.property ? ofHouse(claimed.property) : []),
    ]),
  )

/** What the customer said of an employment. */
export const employmentOrderFacts = (record: EmploymentRecord, claimed: Claimed): Html => {
  const { employerDetails: employer, employmentDetails: job } = record
  return renderSection(
    'asked',
    asked.title,
    renderFacts([
      ...ofApplicant(record, claimed),
      [asked.employer, employer.name],
      [asked.employerPhone, employer.phone],
      [asked.employerEmail, employer.email],
      [asked.contact, employer.contactPersonName],
      [asked.jobTitle, job.jobTitle],
      [asked.from, day(job.startDate)],
      [asked.until, day(job.endDate)],
      [asked.works, words.yesOrNo(job.currentlyEmployed)],
      [asked.consent, record.consentReference],
    ]),
  )
}
