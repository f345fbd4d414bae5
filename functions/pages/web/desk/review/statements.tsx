import type { ComponentChildren } from 'preact'
import { describePlaces } from '../../../../../shared/evidence/slot-texts.ts'
import { metresBetween } from '../../../../../shared/location/position.ts'
import { contradictionReasons } from '../../../../../shared/verification/contract/contradiction.ts'
import type { AgainstFinding } from '../../../../../shared/verification/contract/status.ts'
import {
  type ComparisonInput,
  compareFields,
  extraFindingsOf,
  matchMarks,
} from '../../../../../shared/review/comparison.ts'
import type { Review } from '../../../../../shared/review/contract.ts'
import { describeFlags, describeProperty, formatDateTime } from '../../ui/format.ts'
import { groundTexts } from '../../ui/ground-texts.ts'
import { hashUrl, Table } from '../../ui/page.tsx'
import { reportedPosition } from './evidence.ts'
import type { CaseFile } from './open-case.ts'

/** Longer values do not fit into half a column. */
const halfColumnLength = 40

export const DefinitionList = ({ of }: { of: readonly (readonly [name: string, value: string])[] }) => (
  <dl class="besides">
    {of.map(([name, value]) => (
      <div key={name} class={value.length > halfColumnLength ? 'long' : undefined}>
        <dt>{name}</dt>
        <dd>
          <bdi>{value}</bdi>
        </dd>
      </div>
    ))}
  </dl>
)

interface StatementProps {
  readonly id: string
  readonly title: ComponentChildren
  readonly look?: string
  readonly children: ComponentChildren
}

export const Statement = ({ id, title, look, children }: StatementProps) => (
  <section aria-labelledby={id} class={look}>
    <h2 id={id}>{title}</h2>
    {children}
  </section>
)

/** The applicant's description of the house in the order, to compare with its photos. */
export const PropertyDetails = ({ file: { property } }: { file: CaseFile }) =>
  property && (
    <Statement id="house" title="The house, as the applicant describes it">
      <DefinitionList of={describeProperty(property)} />
    </Statement>
  )

export type Flag = Review['flags'][number]

export const strongIn = (flags: readonly Flag[]): readonly Flag[] =>
  flags.filter(({ weight }) => weight === 'strong')

const weightTexts: Readonly<Record<Flag['weight'], string>> = { strong: 'Strong', weak: 'Weak' }

/** Where a flag was seen: in one line, but for a place that leads to another case. */
const FlagPlaces = ({ places }: Pick<Flag, 'places'>) => {
  const plain = places.filter(({ seenIn }) => !seenIn).map(({ at }) => at)
  const linked = places.filter(({ seenIn }) => seenIn)
  if (places.length === 0) return null
  return (
    <span class="seen-at">
      {plain.length > 0 && <span>{describePlaces(plain)}</span>}
      {linked.map(({ at, seenIn }) => (
        <span key={at}>
          {describePlaces([at])}:{' '}
          <a href={hashUrl('review', seenIn!.id)} target="_blank" rel="noopener">
            Case {seenIn!.id}
          </a>
        </span>
      ))}
    </span>
  )
}

const FlagList = ({ flags }: { flags: readonly Flag[] }) => (
  <ul class="flags">
    {flags.map(({ code, weight, reason, places }) => (
      <li key={`${code} ${reason}`} class={weight}>
        <span class="weight">{weightTexts[weight]}</span>
        <span>
          {reason} <FlagPlaces places={places} />
        </span>
      </li>
    ))}
  </ul>
)

/** The strong ones first, as they are listed. */
export const Flags = ({ file: { review } }: { file: CaseFile }) => {
  const strong = strongIn(review.flags).length
  if (review.flags.length === 0) return null
  return (
    <Statement id="flags" title={describeFlags(review.flags.length, strong)}>
      <FlagList flags={review.flags} />
      <p class="quiet">
        {strong > 0 && 'An honest visit hardly shows a strong flag: an approval says what explains it. '}
        Flags are for you to look at. None is a reason by itself, and one that is missing proves nothing.
      </p>
    </Statement>
  )
}

const consentTexts = { given: 'Agreed to the visit', refused: 'Refused' } as const

export const ApplicantStatementPanel = ({ file: { applicantSays } }: { file: CaseFile }) => {
  if (!applicantSays) return null
  const { consent, saidAt, time, phone, place, hasMoved, newAddress } = applicantSays
  const facts = [
    ['Time that suits', time],
    ['Phone', phone],
    ['The way', place],
    ['Has moved to', hasMoved ? (newAddress ?? 'another place') : null],
  ] as const
  return (
    <Statement id="applicant" title="Applicant statement">
      <p>
        <span class={consent === 'refused' ? 'tag wrong' : 'tag'}>{consentTexts[consent]}</span>{' '}
        <span class="quiet">{formatDateTime(saidAt)}</span>
      </p>
      <DefinitionList of={facts.flatMap(([name, value]) => (value ? [[name, value] as const] : []))} />
    </Statement>
  )
}

/** How this agent's last reports ended. */
export const AgentRecord = ({ file: { review } }: { file: CaseFile }) => (
  <Statement
    id="record"
    title={
      <>
        <bdi>{review.agent}</bdi>’s last reports
      </>
    }
  >
    {review.agentRecord.length === 0 ? (
      <p class="quiet">This is the first one that is decided.</p>
    ) : (
      <>
        <p>
          {review.agentRecord.filter(({ agrees }) => agrees).length} of {review.agentRecord.length} ended as
          the agent had found.
        </p>
        <ul class="lines">
          {review.agentRecord.map(({ at, judgedBy, found, outcome, agrees }) => (
            <li key={at} class={agrees ? undefined : 'differs'}>
              <span aria-hidden="true">{agrees ? '=' : '≠'}</span> {outcome}
              <span class="quiet">
                {!agrees && found && `, agent found ${found}`}
                {judgedBy === 'back-check' && ', second visit'}, {formatDateTime(at)}
              </span>
            </li>
          ))}
        </ul>
      </>
    )}
  </Statement>
)

export const Returns = ({ file: { review } }: { file: CaseFile }) =>
  review.returns.length === 0 ? null : (
    <Statement id="returns" title="Given back before">
      <ul class="lines">
        {review.returns.map(({ at, by, comment }) => (
          <li key={at}>
            <span class="quiet">
              {formatDateTime(at)}, {by}
            </span>
            <p>
              <bdi>{comment}</bdi>
            </p>
          </li>
        ))}
      </ul>
    </Statement>
  )

export const AgainstFindingNote = ({ said }: { said: AgainstFinding | null }) =>
  said && (
    <p>
      Against what was found: {contradictionReasons[said.reason]}. <bdi>{said.explanation}</bdi>
    </p>
  )

/** The dispute, before everything else of a disputed case, and the decision that it is about. */
export const DisputedDecision = ({ file }: { file: CaseFile }) => {
  const { objection } = file.review
  if (!objection) return null
  const { by, ground, reason, raisedAt, revision, outcome } = objection
  const { decidedAt, decidedBy, adminComment, flagsAnswer, againstFinding } = objection
  return (
    <Statement id="disputed" title={`The ${by} objects`} look="objection">
      <p>
        <span class="tag disputed">{groundTexts(file.product === 'employment')[ground]}</span>{' '}
        <span class="quiet">{formatDateTime(raisedAt)}</span>
      </p>
      <blockquote>
        <bdi>{reason}</bdi>
      </blockquote>
      <p>
        {revision === 1 ? 'Decided' : `Decided for the ${revision}. time`}: <strong>{outcome}</strong>,{' '}
        {formatDateTime(decidedAt)}
        {decidedBy && (
          <>
            {' '}
            by <bdi>{decidedBy}</bdi>
          </>
        )}
        .
      </p>
      {adminComment && (
        <p>
          The customer was told: <bdi>{adminComment}</bdi>
        </p>
      )}
      <AgainstFindingNote said={againstFinding} />
      {flagsAnswer && (
        <p>
          Said to the strong flags: <bdi>{flagsAnswer}</bdi>
        </p>
      )}
      <p class="quiet">
        Decide by the evidence that is there. The same outcome upholds the decision; another one takes its
        place, and the customer is told.
      </p>
    </Statement>
  )
}

/** Metres from the position that the applicant confirmed to the agent's device. */
const visitedMetres = (file: CaseFile): number | null => {
  const visited = reportedPosition(file)
  return file.place && visited ? metresBetween(file.place, visited) : null
}

const toComparison = (file: CaseFile): ComparisonInput => {
  const { found, findings, employerCase, reportedAccuracyMetres: accuracyMetres } = file.review
  return {
    record: found,
    findings,
    claim: employerCase?.claim ?? null,
    property: file.property && { ...file.property, visitedMetres: visitedMetres(file), accuracyMetres },
  }
}

/** The customer's claims beside what was found, field by field. */
export const ComparedFields = ({ file }: { file: CaseFile }) => {
  const comparison = toComparison(file)
  const extra = extraFindingsOf(comparison)
  return (
    <Statement id="compared" title="Claimed and found">
      <Table headings={['Field', 'Claimed', 'Found', 'Match']} look="compared">
        {compareFields(comparison).map(({ what, claimed, found, match }) => (
          <tr key={what} class={match}>
            <th scope="row">{what}</th>
            <td data-label="Claimed">
              <bdi>{claimed || '–'}</bdi>
            </td>
            <td data-label="Found">
              <bdi>{found || '–'}</bdi>
            </td>
            <td>
              <span class={`mark ${match}`}>
                <span aria-hidden="true">{matchMarks[match].sign}</span> {matchMarks[match].word}
              </span>
            </td>
          </tr>
        ))}
      </Table>
      {extra.length > 0 && (
        <>
          <h3>Found besides</h3>
          <DefinitionList of={extra.map(({ what, found }) => [what, found] as const)} />
        </>
      )}
    </Statement>
  )
}
