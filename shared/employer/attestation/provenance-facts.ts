import type { RespondentDevice } from '../../assignment/respondent-device.ts'
import { pluralise, fact } from './fact.ts'
import type { Fact } from './fact-contract.ts'
import type { AnsweredLink, Provenance } from '../../assignment/assignment.ts'

const secondsBetween = (one: string, other: string): number =>
  Math.floor((Date.parse(other) - Date.parse(one)) / 1000)

/** An answer this soon after the link was sent is of somebody who waited for it. */
const soonSeconds = 60
/** Nobody reads the page and fills it in by hand in less. */
const quickSeconds = 30

const sendingFacts = ({ sentAt, openedAt }: AnsweredLink, answeredAt: string): Fact[] => {
  const since = secondsBetween(sentAt, answeredAt)
  const filled = openedAt === undefined ? undefined : secondsBetween(openedAt, answeredAt)
  return [
    ...(since < soonSeconds
      ? [fact('answeredWithinMinute', `Answered ${pluralise(since, 'second')} after the link was sent.`)]
      : []),
    ...(filled !== undefined && filled < quickSeconds
      ? [fact('filledWithinHalfMinute', `Answered ${pluralise(filled, 'second')} after the page was opened.`)]
      : []),
  ]
}

const sources: Readonly<Record<NonNullable<AnsweredLink['toFrom']>, string>> = {
  publicListing: 'in a public listing',
  register: 'in a register',
  employer: 'by asking at the employer',
  applicant: 'from the applicant',
}

const sourceFacts = ({ toFrom }: AnsweredLink): Fact[] =>
  toFrom ? [fact('linkAddressFrom', `The agent got the address of the link ${sources[toFrom]}.`)] : []

const deviceFacts = (employer: RespondentDevice, applicant: RespondentDevice): Fact[] => {
  if (employer.browser === applicant.browser) {
    const text = 'The page was answered from the same network and kind of browser as the applicant’s page.'
    return [fact('sameBrowserAsApplicant', text)]
  }
  if (employer.network !== applicant.network) return []
  const text =
    'The page was answered from the same network as the applicant’s page. Many people of one mobile network share an address.'
  return [fact('sameNetworkAsApplicant', text)]
}

const said: Readonly<Record<'phone' | 'visit', string>> = {
  phone: 'The employer said this on the telephone. The agent typed it in.',
  visit: 'The employer said this to the agent in person. The agent typed it in.',
}

/**
 * How the employer's word came: through whom, how soon, from where.
 * @param applicant the device that answered the applicant's own page, if one did
 */
export const provenanceFacts = (
  { source, answeredAt, link, device, earlierAnswers = 0 }: Provenance,
  applicant?: RespondentDevice,
): readonly Fact[] => [
  ...(source === 'page' ? [] : [fact('saidToAgent', said[source])]),
  ...(link ? [...sourceFacts(link), ...sendingFacts(link, answeredAt)] : []),
  ...(device && applicant ? deviceFacts(device, applicant) : []),
  ...(earlierAnswers === 0
    ? []
    : [
        fact(
          'earlierAnswersFromDomain',
          `${pluralise(earlierAnswers, 'earlier answer')} to this customer came from the same mail domain.`,
        ),
      ]),
]
