import type { Consent } from '../consent/contract.ts'
import { type Html, html } from '../http/html.ts'
import type { LinkPurpose } from '../link/link.ts'
import { type Coordinates, isCentre } from '../location/position.ts'
import type { ClockName } from '../texts/format.ts'
import { reportTexts as words } from '../texts/report.ts'
import type { RecordedEvent, TrailEventType } from '../trail/entry.ts'
import type { AddressRecord } from '../verification/contract/address-record.ts'
import type { EmploymentRecord } from '../verification/contract/employment.ts'
import type { StatedLocation } from '../verification/stated-location.ts'
import type { ClaimedProperty, Verification } from '../verification/verification.ts'
import {
  type ComparisonInput,
  compareFields,
  extraFindingsOf,
  type FieldMatch,
  formatAddress,
  matchMarks,
  fullNameOf,
} from '../review/comparison.ts'
import {
  formatDate,
  formatTime,
  type ReportFact,
  renderFacts,
  renderParagraph,
  renderSection,
  renderTable,
} from './parts.ts'

const asked = words.asked

const day = (at: string | null | undefined): string | undefined => (at ? formatDate(at) : undefined)

type ClaimedValue = Pick<Verification, 'applicant' | 'consent'>

const ofApplicant = (
  { applicant }: AddressRecord | EmploymentRecord,
  { applicant: { idNumberLast4 }, consent }: ClaimedValue,
): readonly ReportFact[] => [
  [asked.applicant, fullNameOf(applicant)],
  [asked.phone, applicant.phone],
  [asked.dob, day(applicant.dob)],
  [asked.gender, applicant.gender],
  [asked.email, applicant.email ?? undefined],
  [asked.idNumber, idNumberLast4 === undefined ? undefined : words.endsIn(idNumberLast4)],
  [asked.consented, consentFacts(consent, 'ng')],
]

export const consentFacts = (consent: Consent | undefined, country: ClockName): string | undefined =>
  consent && asked.consentGiven({ ...consent, givenAt: formatTime(consent.givenAt, country) })

const placeOf = ({ latitude, longitude }: Coordinates): string => `${latitude}, ${longitude}`

const positionFact = ({ lgaName, stateName }: AddressRecord, stated: StatedLocation): ReportFact =>
  isCentre(stated.precision)
    ? [asked.position, asked.somewhereIn(`${lgaName}, ${stateName}`)]
    : [stated.precision === 'confirmed' ? asked.confirmedPosition : asked.position, placeOf(stated)]

const ofHouse = (property: ClaimedProperty): readonly ReportFact[] => {
  const { buildingType, buildingDescription, buildingStatus, buildingColour, hasGateAndFence } = property
  const building = [buildingType, buildingDescription, buildingStatus, buildingColour]
  return [
    [asked.houseNumber, property.houseNumber],
    [asked.house, [...building, asked.hasGateAndFence(hasGateAndFence)].join(', ')],
    [asked.description, property.generalDescription],
  ]
}

interface ClaimedAddress extends ClaimedValue {
  readonly property?: ClaimedProperty | undefined
}

export const addressOrderFacts = (
  record: AddressRecord,
  claimed: ClaimedAddress,
  stated: StatedLocation,
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
      positionFact(record, stated),
      ...(claimed.property ? ofHouse(claimed.property) : []),
    ]),
  )

export const employmentOrderFacts = (record: EmploymentRecord, claimed: ClaimedValue): Html => {
  const { employerDetails: employer, employmentDetails: job } = record
  return renderSection(
    'asked',
    asked.title,
    renderFacts([
      ...ofApplicant(record, claimed),
      [asked.employer, employer.name],
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

const { compared } = words

const markOf = (match: FieldMatch): Html =>
  html`<span class="mark ${match}"><span aria-hidden="true">${matchMarks[match].sign}</span> ${matchMarks[match].word}</span>`

const shownAs = (said: string): string => (/^\d{4}-\d\d-\d\d$/.test(said) ? formatDate(said) : said || '–')

const columns = [
  { name: compared.field, isHead: true },
  ...[compared.claimed, compared.found, compared.match].map(name => ({ name })),
]

const tableIn = (found: ComparisonInput): Html =>
  renderTable(
    columns,
    compareFields(found).map(({ what, claimed, found: seen, match }) => [
      what,
      shownAs(claimed),
      shownAs(seen),
      markOf(match),
    ]),
  )

const besides = (found: ComparisonInput): readonly Html[] => {
  // Others never agreed that their numbers are passed on with a report.
  const all = extraFindingsOf(found).filter(({ isPhone }) => !isPhone)
  return all.length === 0
    ? []
    : [html`<h3>${compared.besides}</h3>\n`, renderFacts(all.map(({ what, found: seen }) => [what, seen]))]
}

export const renderFindings = (found: ComparisonInput, isReported: boolean): Html =>
  renderSection(
    'compared',
    compared.title,
    ...(isReported ? [tableIn(found), ...besides(found)] : [renderParagraph(compared.nothing)]),
  )

/** An event of the history, which names roles and never people. */
export interface TimelineStep {
  readonly at: string
  readonly words: string
}

const told = words.timeline

type StepTexts = Partial<Readonly<Record<TrailEventType, string>>>
const steps: StepTexts = told.steps
const linkSteps: Readonly<Record<LinkPurpose, StepTexts>> = told.links

/** Undefined for our own housekeeping. */
const textOf = ({ what, by, facts = {} }: RecordedEvent): string | undefined => {
  const word = what as TrailEventType
  if (word === 'reported' && by === 'employer') return told.employerReported
  if (word === 'disputed')
    return told.disputed[by === 'applicant' ? by : by === 'service' ? 'operator' : 'customer']
  return linkSteps[facts.purpose as LinkPurpose]?.[word] ?? steps[word]
}

/** Photos arrive one by one: those between two other steps are one line. */
const withPhotos = (trail: readonly RecordedEvent[]): readonly TimelineStep[] => {
  const steps: TimelineStep[] = []
  let photos: readonly RecordedEvent[] = []
  for (const entry of trail) {
    const said = textOf(entry)
    if (entry.what === 'captured') {
      if (photos.length > 0) steps.pop()
      photos = [...photos, entry]
      steps.push({ at: photos[0]!.at, words: told.recorded(photos.length) })
    } else if (said !== undefined) {
      photos = []
      steps.push({ at: entry.at, words: said })
    }
  }
  return steps
}

export const toTimelineSteps = (
  requestedAt: string,
  trail: readonly RecordedEvent[],
): readonly TimelineStep[] => [{ at: requestedAt, words: told.ordered }, ...withPhotos(trail)]

export const renderTimeline = (steps: readonly TimelineStep[], country: ClockName = 'ng'): Html =>
  renderSection(
    'timeline',
    told.title,
    html`<ol class="timeline">
${steps.map(({ at, words: said }) => html`<li><time datetime="${at}">${formatTime(at, country)}</time> <span>${said}</span></li>\n`)}</ol>
`,
  )
