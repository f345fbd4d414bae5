import { useState } from 'preact/hooks'
import { callApi, type ResponseOf } from '../ui/api.ts'
import { Choose } from '../ui/page.tsx'
import { DateTime, ErrorCode, PagedList, PortalPage, Tag } from './display.tsx'
import { useSession } from './session.tsx'

type RequestLine = ResponseOf<'GET /v1/requests'>['data'][number]

const toneOf = (status: number) => (status < 400 ? 'good' : status < 500 ? 'late' : 'wrong')

/** A request: the result, which fields were wrong, and the id to quote. */
const Line = ({ line }: { line: RequestLine }) => (
  <article class="attempt">
    <p>
      <Tag tone={toneOf(line.status)}>{line.status}</Tag> <strong>{line.action}</strong>{' '}
      {line.code !== null && <ErrorCode code={line.code} />}
    </p>
    <p>
      <code>{line.path}</code>
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

const explanations = {
  test: 'Every request of your test clients in the last seven days, up to thirty a minute.',
  live: 'Requests of your live clients that failed in the last seven days. Successful requests are not logged.',
} as const

/** Failed requests come first to mind; in test mode all can be seen. */
export const Requests = () => {
  const { mode } = useSession()
  const [shown, setShown] = useState<'failed' | 'all'>('failed')
  return (
    <PortalPage title="Requests" guide={['errors', 'Errors and retries']}>
      <p class="quiet">{explanations[mode]} Of their content only the ids of your records are stored.</p>
      {mode === 'test' && (
        <Choose
          look="filter"
          label="Show"
          value={shown}
          options={[
            ['failed', 'what failed'],
            ['all', 'everything'],
          ]}
          onChoose={setShown}
        />
      )}
      <PagedList
        of={`requests ${shown}`}
        read={cursor =>
          callApi('GET /v1/requests', { query: { cursor, ...(shown === 'failed' && { failed: 'true' }) } })
        }
        keyOf={({ requestId }) => requestId}
        empty="There is none."
      >
        {line => <Line line={line} />}
      </PagedList>
    </PortalPage>
  )
}
