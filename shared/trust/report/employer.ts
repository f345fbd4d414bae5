import type { EmploymentConfirmation } from '../../assignment/attestation-contract.ts'
import type { Provenance } from '../../assignment/assignment.ts'
import type { StoredContactAttempt } from '../../employer/contact/attempt.ts'
import { type Html, html } from '../../http/html.ts'
import { reportTexts as words } from './english.ts'
import { formatUtcTime } from './format.ts'
import { renderParagraph, renderSection, renderTable } from './parts.ts'

const { employer: said } = words

const howSaid = ({ source, answeredAt }: Provenance): Html =>
  renderParagraph(said.answered(said.ways[source], formatUtcTime(answeredAt)))

const columns = [
  { name: said.columns.at, isHead: true },
  ...[said.columns.channel, said.columns.outcome, said.columns.from].map(name => ({ name })),
]

/** Whom an agent called, and what they noted of it, is theirs: here stands when, how, and what came of it. */
const attemptsOf = (attempts: readonly StoredContactAttempt[]): Html =>
  attempts.length === 0
    ? renderParagraph(said.none)
    : renderTable(
        columns,
        attempts
          .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
          .map(({ at, channel, outcome, contactFrom }) => [
            formatUtcTime(at),
            said.channels[channel],
            said.outcomes[outcome],
            said.sources[contactFrom],
          ]),
        'times',
      )

/** How the employer's word came, and what was tried for it. @param claim null where nobody said anything */
export const employerIn = (
  claim: EmploymentConfirmation | null,
  provenance: Provenance | undefined,
  attempts: readonly StoredContactAttempt[],
): Html =>
  renderSection(
    'employer',
    said.title,
    renderParagraph(claim ? said.said[claim] : said.silent, 'word'),
    ...(provenance ? [howSaid(provenance)] : []),
    html`<h3>${said.attempts}</h3>\n`,
    attemptsOf(attempts),
  )
