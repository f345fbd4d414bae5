import type { ComponentChildren, VNode } from 'preact'
import type { ResponseOf } from '../ui/api.ts'
import { hashUrl } from '../ui/hash-route.ts'
import { useQuery } from './query.tsx'
import { describeAttempt } from './health.tsx'
import { type FoundVerification, readCommonFields } from './record.ts'
import { DateTime } from './display.tsx'

interface Step {
  readonly at: string
  readonly what: ComponentChildren
}

type FoundEvent = ResponseOf<'GET /v1/events/{id}'>

const given = (at: unknown, what: string): readonly Step[] => (typeof at === 'string' ? [{ at, what }] : [])

/** What the record itself says of its way. */
const ofRecord = (found: FoundVerification): readonly Step[] => {
  const record = readCommonFields(found)
  const seen = record as { readonly [name: string]: unknown }
  return [
    { at: record.requestedAt, what: 'Asked for' },
    ...given(seen.agentSubmittedAt, 'An agent reported a visit'),
    ...given(seen.rejectedAt, 'A reviewer rejected it'),
    ...given(seen.approvedAt, 'A reviewer approved it'),
    ...(found.status.state === 'COMPLETE'
      ? [{ at: record.updatedAt, what: `It ended: ${found.status.subStatus.toLowerCase()}` }]
      : []),
  ]
}

/** What was told of its end, and how often it was tried. */
const ofEvent = (event: FoundEvent): readonly Step[] => [
  {
    at: event.createdAt,
    what: (
      <>
        Its end became <a href={hashUrl('events', event.id)}>an event</a>
      </>
    ),
  },
  ...event.attempts.map(attempt => ({
    at: attempt.at,
    what: `Attempt ${attempt.attempt} to deliver it: ${attempt.outcome === 'delivered' ? 'delivered' : describeAttempt(attempt)}`,
  })),
]

const Moments = ({ of }: { readonly of: readonly Step[] }): VNode => (
  <ol class="timeline">
    {[...of]
      .sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
      .map(({ at, what }, place) => (
        <li key={place}>
          <DateTime at={at} /> {what}
        </li>
      ))}
  </ol>
)

const WithEvent = ({ found }: { readonly found: FoundVerification }): VNode => {
  const id = `evt_${found.id}_completed`
  const { value, problem } = useQuery('GET /v1/events/{id}', { params: { id } }, id)
  return (
    <>
      <Moments of={[...ofRecord(found), ...(value ? ofEvent(value) : [])]} />
      {problem !== undefined && <p class="quiet">Of its event nothing is known: {problem}</p>}
    </>
  )
}

/** A verification's way in the order of time: its record's moments, and once it has ended those of its event. */
export const Timeline = ({ found }: { readonly found: FoundVerification }): VNode =>
  found.status.state === 'COMPLETE' ? <WithEvent found={found} /> : <Moments of={ofRecord(found)} />
