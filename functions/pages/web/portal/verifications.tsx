import { useState } from 'preact/hooks'
import { statusTexts } from '../../../../shared/verification/contract/outcome.ts'
import { callApi, type ResponseOf } from '../ui/api.ts'
import { Choose, hashUrl } from '../ui/page.tsx'
import { DateTime, PortalPage, Tag } from './display.tsx'
import { PagedList } from './paged-list.tsx'
import { useSession } from './session.tsx'

type VerificationRow = ResponseOf<'GET /v1/addresses'>['data'][number]
type Status = VerificationRow['status']

/** A verification as the API answers it, from either list. */
export type FoundVerification = ResponseOf<'GET /v1/addresses/{id}'> | ResponseOf<'GET /v1/employments/{id}'>

const lists = { addresses: 'Addresses', employments: 'Employments' } as const

/** A list of verifications. Identity lookups are in none. */
export type ListedType = keyof typeof lists

export const listedTypeOf = (word: string): ListedType =>
  word === 'employments' ? 'employments' : 'addresses'

export const StatusTag = ({ status }: { status: Status }) => {
  const tone = status.state === 'IN_PROGRESS' ? 'late' : status.status === 'VERIFIED' ? 'good' : 'wrong'
  return <Tag tone={status.status === 'CANCELLED' ? 'calm' : tone}>{status.subStatus.toLowerCase()}</Tag>
}

const statusOptions = [
  ['', 'everything'],
  ...(Object.entries(statusTexts) as [Status['status'], string][]),
] as const

/** A line names no applicant: the record is one click away. */
const VerificationLine = ({ line, noun }: { line: VerificationRow; noun: ListedType }) => (
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

export const Verifications = ({ noun }: { noun: string }) => {
  const { scopes } = useSession()
  const readable = (Object.keys(lists) as ListedType[]).filter(each => scopes.includes(each))
  const current = readable.find(each => each === listedTypeOf(noun)) ?? readable[0]
  const [status, setStatus] = useState<Status['status'] | ''>('')
  if (current === undefined)
    return (
      <PortalPage title="Verifications">
        <p>This client has neither the scope “addresses” nor “employments”.</p>
      </PortalPage>
    )
  return (
    <PortalPage title="Verifications">
      <nav class="tabs" aria-label="Kinds of verification">
        {readable.map(each => (
          <a
            key={each}
            href={hashUrl('verifications', each)}
            aria-current={each === current ? 'page' : undefined}
          >
            {lists[each]}
          </a>
        ))}
      </nav>
      <Choose look="filter" label="Show" value={status} options={statusOptions} onChoose={setStatus} />
      <PagedList
        of={`${current} ${status}`}
        read={cursor => callApi(`GET /v1/${current}`, { query: { cursor, ...(status && { status }) } })}
        keyOf={({ id }) => `${id}`}
        empty="There is none."
      >
        {line => <VerificationLine line={line} noun={current} />}
      </PagedList>
      <p class="quiet">Identity lookups are answered at once and are in no list.</p>
    </PortalPage>
  )
}
