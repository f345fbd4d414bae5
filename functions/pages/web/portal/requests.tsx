import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { type ResponseOf, callApi } from '../ui/api.ts'
import { PagedList } from './paged-list.tsx'
import { PortalPage } from './portal-page.tsx'
import { DateTime, Tag } from './display.tsx'

type RequestLine = ResponseOf<'GET /v1/requests'>['data'][number]

const toneOf = (status: number) => (status < 400 ? 'good' : status < 500 ? 'late' : 'wrong')

/** Where the docs say what to do about it. */
const helpOn = (code: string): string => ['/v1/docs/error-codes', code].join('#')

/** A request: what was asked, what came of it, which fields were wrong, and the id to quote. */
const Line = ({ line }: { readonly line: RequestLine }): VNode => (
  <article class="attempt">
    <p>
      <Tag tone={toneOf(line.status)}>{line.status}</Tag> <strong>{line.action}</strong>{' '}
      {line.code !== null && (
        <a href={helpOn(line.code)}>
          <code>{line.code}</code>
        </a>
      )}
    </p>
    {line.pointers.length > 0 && (
      <p>
        Wrong: <code>{line.pointers.join(', ')}</code>
      </p>
    )}
    <p class="quiet">
      <DateTime at={line.at} />, {line.clientId}, {line.latencyMs} ms, request <code>{line.requestId}</code>
    </p>
  </article>
)

const what = {
  test: 'Every request of your test clients in the last seven days, as far as thirty a minute.',
  live: 'Requests of your live clients that failed in the last seven days. What succeeded is not logged.',
} as const

/** What failed is what somebody came for; in test mode all can be seen. */
export const Requests = ({ mode }: { readonly mode: 'test' | 'live' }): VNode => {
  const [isAll, setIsAll] = useState(false)
  return (
    <PortalPage title="Requests">
      <p class="quiet">{what[mode]} What stood in them is never kept.</p>
      {mode === 'test' && (
        <label class="filter">
          Show
          <select value={`${isAll}`} onChange={event => setIsAll(event.currentTarget.value === 'true')}>
            <option value="false">what failed</option>
            <option value="true">everything</option>
          </select>
        </label>
      )}
      <PagedList
        of={`requests ${isAll}`}
        read={cursor => callApi('GET /v1/requests', { query: { cursor, ...(!isAll && { failed: 'true' }) } })}
        keyOf={({ requestId }) => requestId}
        empty="There is none."
      >
        {line => <Line line={line} />}
      </PagedList>
    </PortalPage>
  )
}
