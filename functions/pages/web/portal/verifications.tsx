import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { type Answer, type Asking, ask } from '../frame/api.ts'
import { placeUrl } from '../frame/place.ts'
import type { Session } from './opening.ts'
import { List } from './pages.tsx'
import { Room } from './room.tsx'
import { Moment, Tag } from './shown.tsx'

export type Line = Answer<'GET /v1/addresses'>['data'][number]
type Status = Line['status']
type Query = NonNullable<Asking<'GET /v1/addresses'>['query']>

/** The lists of verifications that there are; identity look-ups are in none. */
export const lists = { addresses: 'Addresses', employments: 'Employments' } as const
export type Noun = keyof typeof lists

export const readList = (noun: Noun, query: Query) =>
  noun === 'addresses' ? ask('GET /v1/addresses', { query }) : ask('GET /v1/employments', { query })

export const nounOf = (word: string): Noun => (word === 'employments' ? 'employments' : 'addresses')

/** The lists that a client may read. */
export const listsOf = ({ scopes }: Session): readonly Noun[] =>
  (Object.keys(lists) as Noun[]).filter(noun => scopes.includes(noun))

export const StatusTag = ({ status }: { readonly status: Status }): VNode => {
  const tone = status.state === 'IN_PROGRESS' ? 'late' : status.status === 'VERIFIED' ? 'good' : 'wrong'
  return <Tag tone={status.status === 'CANCELLED' ? 'calm' : tone}>{status.subStatus.toLowerCase()}</Tag>
}

const states: readonly (readonly [Status['status'] | '', string])[] = [
  ['', 'everything'],
  ['IN_PROGRESS', 'in progress'],
  ['VERIFIED', 'verified'],
  ['WRONG_ADDRESS', 'not resident there'],
  ['INVALID_ADDRESS', 'invalid address'],
  ['NO_ACCESS', 'no access'],
  ['UNVERIFIED', 'unverified'],
  ['CANCELLED', 'cancelled'],
]

interface VerificationsProps {
  readonly session: Session
  readonly noun: string
}

/** A line tells of no applicant: the record is one click away. */
const VerificationLine = ({ line, noun }: { readonly line: Line; readonly noun: Noun }): VNode => (
  <a class="line" href={placeUrl('verifications', noun, `${line.id}`)}>
    <strong>{line.customerReference}</strong>
    <span>
      <StatusTag status={line.status} />
    </span>
    <span class="quiet">
      {line.product}, <Moment at={line.requestedAt} />
    </span>
    <code>{line.id}</code>
  </a>
)

export const Verifications = ({ session, noun }: VerificationsProps): VNode => {
  const mine = listsOf(session)
  const here = mine.find(each => each === nounOf(noun)) ?? mine[0]
  const [status, setStatus] = useState<Status['status'] | ''>('')
  if (here === undefined)
    return (
      <Room title="Verifications">
        <p>This client has neither the scope “addresses” nor “employments”.</p>
      </Room>
    )
  return (
    <Room title="Verifications">
      <nav class="tabs" aria-label="Kinds of verification">
        {mine.map(each => (
          <a
            key={each}
            href={placeUrl('verifications', each)}
            aria-current={each === here ? 'page' : undefined}
          >
            {lists[each]}
          </a>
        ))}
      </nav>
      <label class="filter">
        Show
        <select
          value={status}
          onChange={event => setStatus(event.currentTarget.value as Status['status'] | '')}
        >
          {states.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <List
        of={`${here} ${status}`}
        read={cursor => readList(here, { cursor, ...(status && { status }) })}
        keyOf={({ id }) => `${id}`}
        empty="There is none."
      >
        {line => <VerificationLine line={line} noun={here} />}
      </List>
      <p class="quiet">Identity look-ups are answered at once and stand in no list.</p>
    </Room>
  )
}
