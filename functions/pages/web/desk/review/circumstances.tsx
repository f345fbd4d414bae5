import type { VNode } from 'preact'
import { slotName } from '../../../../../shared/evidence/slot-texts.ts'
import { formatDateTime } from '../../ui/format.ts'
import type { CaseFile } from './open-case.ts'
import { DefinitionList } from './definition-list.tsx'

type Of = { readonly file: CaseFile }

/** What is remarkable, with its reasons. */
export const Flags = ({ file: { review } }: Of): VNode | null =>
  review.flags.length === 0 ? null : (
    <section aria-labelledby="flags">
      <h2 id="flags">
        {review.flags.length} {review.flags.length === 1 ? 'flag' : 'flags'}
      </h2>
      <ul class="flags">
        {review.flags.map(({ code, reason, slot }) => (
          <li key={`${code} ${slot}`}>
            {slot && <strong>{slotName(slot)}: </strong>}
            {reason}
          </li>
        ))}
      </ul>
      <p class="quiet">
        Flags are for you to look at. None is a reason by itself, and one that is missing proves nothing.
      </p>
    </section>
  )

const consents = { given: 'Agreed to the visit', refused: 'Refused' } as const

/** What the applicant said on their own page. */
export const ApplicantStatementPanel = ({ file: { applicantSays } }: Of): VNode | null => {
  if (!applicantSays) return null
  const { consent, saidAt, time, phone, place, hasMoved, newAddress } = applicantSays
  const words = [
    ['Time that suits', time],
    ['Phone', phone],
    ['The way', place],
    ['Has moved to', hasMoved ? (newAddress ?? 'another place') : null],
  ] as const
  return (
    <section aria-labelledby="applicant">
      <h2 id="applicant">The applicant’s word</h2>
      <p>
        <span class={consent === 'refused' ? 'tag wrong' : 'tag'}>{consents[consent]}</span>{' '}
        <span class="quiet">{formatDateTime(saidAt)}</span>
      </p>
      <DefinitionList of={words.flatMap(([what, said]) => (said ? [[what, said] as const] : []))} />
    </section>
  )
}

/** How this agent's last reports ended. */
export const AgentRecord = ({ file: { review } }: Of): VNode => {
  const agreed = review.agentRecord.filter(({ agrees }) => agrees).length
  return (
    <section aria-labelledby="record">
      <h2 id="record">
        <bdi>{review.agent}</bdi>’s last reports
      </h2>
      {review.agentRecord.length === 0 ? (
        <p class="quiet">This is the first one that is decided.</p>
      ) : (
        <>
          <p>
            {agreed} of {review.agentRecord.length} ended as the agent had found.
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
    </section>
  )
}

/** Reports on this visit that were given back. */
export const Returns = ({ file: { review } }: Of): VNode | null =>
  review.returns.length === 0 ? null : (
    <section aria-labelledby="returns">
      <h2 id="returns">Given back before</h2>
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
    </section>
  )
