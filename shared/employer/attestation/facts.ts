import type { AnsweredLink, Provenance } from '../../work/assignment/assignment.ts'
import type { EmploymentConfirmation } from '../../work/assignment/attestation-word-contract.ts'
import type { RespondentDevice } from '../../work/assignment/respondent-device.ts'
import { normaliseWords } from '../../verification/duplicate.ts'
import type { EmploymentReport } from '../../verification/report.ts'
import type { EmploymentVerification } from '../../verification/verification.ts'
import type { StoredContactAttempt } from '../contact/attempt-store.ts'
import { countSpacedFailures, minHoursBetweenAttempts } from '../contact/unreachable.ts'
import type { Fact } from '../contract.ts'
import { contactFacts, domainFacts, fact } from './contact-facts.ts'

/** `1 day`, `2 days`. */
const pluralise = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

type ContactAttemptTimes = Pick<StoredContactAttempt, 'channel' | 'outcome' | 'at' | 'recordedAt'>

/** An attempt that was noted this long after it was made was noted from memory, or backdated. */
const lateMs = 3_600_000

const attemptFacts = (attempts: readonly ContactAttemptTimes[]): readonly Fact[] => {
  if (attempts.length === 0) return []
  const failed = countSpacedFailures(attempts)
  const byChannel = Map.groupBy(attempts, ({ channel }) => channel)
  const channels = [...byChannel].map(([channel, { length }]) => `${channel} ${length}`).join(', ')
  const all = pluralise(attempts.length, 'attempt')
  const text = `${all} (${channels}), of which ${failed} failed at least ${minHoursBetweenAttempts} hours apart.`
  const late = attempts.filter(
    ({ at, recordedAt }) => Date.parse(recordedAt) - Date.parse(at) > lateMs,
  ).length
  if (late === 0) return [fact('attempts', text)]
  const verbs = late === 1 ? ['was', 'it was'] : ['were', 'they were']
  const lateText = `${late} of ${all} ${verbs[0]} noted more than an hour after ${verbs[1]} made.`
  return [fact('attempts', text), fact('attemptsNotedLate', lateText)]
}

const dayFacts = (
  code: 'startDiffers' | 'endDiffers',
  which: 'first' | 'last',
  claimed: string | undefined,
  attested: string | undefined,
): readonly Fact[] => {
  if (!claimed || !attested || claimed === attested) return []
  const days = Math.round((Date.parse(attested) - Date.parse(claimed)) / 86_400_000)
  const apart = `${pluralise(Math.abs(days), 'day')} ${days > 0 ? 'later' : 'earlier'}`
  return [fact(code, `The ${which} day is ${attested}, ${apart} than in the order (${claimed}).`)]
}

const titleFacts = (claimed: string | undefined, attested: string | undefined): readonly Fact[] =>
  !claimed || !attested || normaliseWords(claimed) === normaliseWords(attested)
    ? []
    : [fact('titleDiffers', `The job title is “${attested}”. The order says “${claimed}”.`)]

const employedFacts = (isClaimed: boolean, claim: EmploymentConfirmation): readonly Fact[] => {
  if (claim === 'worksHere' && !isClaimed)
    return [fact('employedDiffers', 'The person still works there. The order says that it has ended.')]
  if (claim === 'workedHere' && isClaimed)
    return [fact('employedDiffers', 'The person has left. The order says that they still work there.')]
  return []
}

const secondsBetween = (one: string, other: string): number =>
  Math.floor((Date.parse(other) - Date.parse(one)) / 1000)

/** A respondent who answers this soon waited for the link. */
const soonSeconds = 60
/** Nobody reads the page and fills it in by hand in less. */
const quickSeconds = 30

const sources: Readonly<Record<NonNullable<AnsweredLink['toFrom']>, string>> = {
  publicListing: 'in a public listing',
  register: 'in a register',
  employer: 'by asking at the employer',
  applicant: 'from the applicant',
}

const linkFacts = ({ toFrom, sentAt, openedAt }: AnsweredLink, answeredAt: string): readonly Fact[] => {
  const since = secondsBetween(sentAt, answeredAt)
  const filled = openedAt === undefined ? quickSeconds : secondsBetween(openedAt, answeredAt)
  const after = (seconds: number) => `Answered ${pluralise(seconds, 'second')} after the`
  return [
    ...(toFrom ? [fact('linkAddressFrom', `The agent got the address of the link ${sources[toFrom]}.`)] : []),
    ...(since < soonSeconds ? [fact('answeredWithinMinute', `${after(since)} link was sent.`)] : []),
    ...(filled < quickSeconds ? [fact('filledWithinHalfMinute', `${after(filled)} page was opened.`)] : []),
  ]
}

const sameBrowser = fact(
  'sameBrowserAsApplicant',
  'The page was answered from the same network and kind of browser as the applicant’s page.',
)
const sameNetwork = fact(
  'sameNetworkAsApplicant',
  'The page was answered from the same network as the applicant’s page. Many people of one mobile network share an address.',
)

const deviceFacts = (employer: RespondentDevice, applicant: RespondentDevice): readonly Fact[] => {
  if (employer.browser === applicant.browser) return [sameBrowser]
  return employer.network === applicant.network ? [sameNetwork] : []
}

const saidToAgent: Readonly<Record<'phone' | 'visit', string>> = {
  phone: 'The employer said this on the telephone. The agent typed it in.',
  visit: 'The employer said this to the agent in person. The agent typed it in.',
}

const provenanceFacts = (
  { source, answeredAt, link, device, earlierAnswers = 0 }: Provenance,
  applicant?: RespondentDevice,
): readonly Fact[] => {
  const earlier = `${pluralise(earlierAnswers, 'earlier answer')} to this customer came from the same mail domain.`
  return [
    ...(source === 'page' ? [] : [fact('saidToAgent', saidToAgent[source])]),
    ...(link ? linkFacts(link, answeredAt) : []),
    ...(device && applicant ? deviceFacts(device, applicant) : []),
    ...(earlierAnswers === 0 ? [] : [fact('earlierAnswersFromDomain', earlier)]),
  ]
}

/** What an employer said, and how it came to us. */
export interface FiledAttestation {
  readonly report: EmploymentReport
  readonly provenance: Provenance
}

export interface FactSources {
  readonly order: EmploymentVerification
  /** The report to decide on, if the employer said anything. */
  readonly filed?: FiledAttestation | undefined
  /** Other answers of the employer on pages. */
  readonly others?: readonly FiledAttestation[]
  readonly attempts: readonly ContactAttemptTimes[]
  /** The device that answered the applicant's own page. */
  readonly applicantDevice?: RespondentDevice | undefined
}

/** The order was not shown to the employer, so that a difference tells something. */
const filedFacts = (
  order: EmploymentVerification,
  { report, provenance }: FiledAttestation,
  applicant?: RespondentDevice,
): readonly Fact[] => {
  const { link, claim } = provenance
  const { attestator, details } = report
  const sentTo = link?.channel === 'mail' ? link.to : undefined
  return [
    ...provenanceFacts(provenance, applicant),
    ...domainFacts({ ordered: order.employerEmail, link: sentTo, attestator: attestator.email }),
    ...contactFacts(order, report, link),
    ...employedFacts(order.currentlyEmployed, claim),
    ...titleFacts(order.jobTitle, details.employeeTitle),
    ...dayFacts('startDiffers', 'first', order.startDate, details.employeeStartDate),
    ...dayFacts('endDiffers', 'last', order.endDate, details.employeeEndDate),
  ]
}

const claims: Readonly<Record<Provenance['claim'], string>> = {
  worksHere: 'the person works there',
  workedHere: 'the person worked there',
  neverWorkedHere: 'the person never worked there',
}

/** Facts for the reviewer, in words and numbers, and never a score. */
export const attestationFacts = ({
  order,
  filed,
  others = [],
  attempts,
  applicantDevice,
}: FactSources): readonly Fact[] => [
  ...(filed ? filedFacts(order, filed, applicantDevice) : []),
  ...others.map(({ provenance: { claim } }) =>
    fact('answeredOnPageToo', `On the page the employer said besides: ${claims[claim]}.`),
  ),
  ...attemptFacts(attempts),
]
