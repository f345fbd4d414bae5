import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { statusTexts } from '../../../../shared/verification/contract/outcome.ts'
import { type ResponseOf, type RequestOf, callApi } from '../ui/api.ts'
import { hashUrl } from '../ui/hash-route.ts'
import type { Session } from './portal-session.ts'
import { PagedList } from './paged-list.tsx'
import { PortalPage } from './portal-page.tsx'
import { DateTime, Tag } from './display.tsx'

export type Line = ResponseOf<'GET /v1/addresses'>['data'][number]
type Status = Line['status']
type Query = NonNullable<RequestOf<'GET /v1/addresses'>['query']>

/** The lists of verifications that there are; identity look-ups are in none. */
export const lists = { addresses: 'Addresses', employments: 'Employments' } as const
export type ListedType = keyof typeof lists

export const readList = (noun: ListedType, query: Query) =>
  noun === 'addresses' ? callApi('GET /v1/addresses', { query }) : callApi('GET /v1/employments', { query })

export const listedTypeOf = (word: string): ListedType =>
  word === 'employments' ? 'employments' : 'addresses'

/** The lists that a client may read. */
export const listsOf = ({ scopes }: Session): readonly ListedType[] =>
  (Object.keys(lists) as ListedType[]).filter(noun => scopes.includes(noun))

export const StatusTag = ({ status }: { readonly status: Status }): VNode => {
  const tone = status.state === 'IN_PROGRESS' ? 'late' : status.status === 'VERIFIED' ? 'good' : 'wrong'
  return <Tag tone={status.status === 'CANCELLED' ? 'calm' : tone}>{status.subStatus.toLowerCase()}</Tag>
}

const states = [['', 'everything'], ...Object.entries(statusTexts)] as const

interface VerificationsProps {
  readonly session: Session
  readonly noun: string
}

/** A line tells of no applicant: the record is one click away. */
const VerificationLine = ({ line, noun }: { readonly line: Line; readonly noun: ListedType }): VNode => (
  <a class="line" href={hashUrl('verifications', noun, `${line.id}`)}>
    <strong>{line.customerReference}</strong>
    <span>
      <StatusTag status={line.status} />
    </span>
    <span class="quiet">
      {line.product}, <DateTime at={line.requestedAt} />
    </span>
    <code>{line.id}</code>
  </a>
)

export const Verifications = ({ session, noun }: VerificationsProps): VNode => {
  const mine = listsOf(session)
  const here = mine.find(each => each === listedTypeOf(noun)) ?? mine[0]
  const [status, setStatus] = useState<Status['status'] | ''>('')
  if (here === undefined)
    return (
      <PortalPage title="Verifications">
        <p>This client has neither the scope “addresses” nor “employments”.</p>
      </PortalPage>
    )
  return (
    <PortalPage title="Verifications">
      <nav class="tabs" aria-label="Kinds of verification">
        {mine.map(each => (
          <a
            key={each}
            href={hashUrl('verifications', each)}
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
      <PagedList
        of={`${here} ${status}`}
        read={cursor => readList(here, { cursor, ...(status && { status }) })}
        keyOf={({ id }) => `${id}`}
        empty="There is none."
      >
        {line => <VerificationLine line={line} noun={here} />}
      </PagedList>
      <p class="quiet">Identity look-ups are answered at once and stand in no list.</p>
    </PortalPage>
  )
}
