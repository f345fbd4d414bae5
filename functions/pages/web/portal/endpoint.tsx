import { useState } from 'preact/hooks'
import { callApi } from '../ui/api.ts'
import { Choose, hashUrl } from '../ui/page.tsx'
import { QueryView, useQuery } from '../ui/query.tsx'
import { ActionButton, DateTime, Facts, GuideLink, PagedList, PortalPage, upToEndpoints } from './display.tsx'
import { EndpointForm } from './endpoint-form.tsx'
import { AttemptLine, describeAttempt, Health, LastFailure, type Webhook } from './health.tsx'

const dayMs = 86_400_000

const recoverable = [
  ['1', 'yesterday'],
  ['7', '7 days ago'],
  ['30', '30 days ago'],
] as const

const Actions = ({ webhook, onDone }: { webhook: Webhook; onDone: () => void }) => {
  const params = { id: `${webhook.id}` }
  const [days, setDays] = useState<(typeof recoverable)[number][0]>('1')
  const ping = async () => {
    const result = await callApi('POST /v1/webhooks/{id}/ping', { params })
    onDone()
    return `${result.outcome === 'delivered' ? 'Delivered' : 'Failed'}: ${describeAttempt(result)}, ${result.latencyMs} ms${result.answer ? `, answered: ${result.answer}` : ''}`
  }
  const recover = async () => {
    const since = new Date(Date.now() - Number(days) * dayMs + 60_000).toISOString()
    await callApi('POST /v1/webhooks/{id}/recover', { params, body: { since } })
    onDone()
    return 'All that did not reach it since then is on its way.'
  }
  const toggle = async () => {
    await callApi('PATCH /v1/webhooks/{id}', { params, body: { enabled: !webhook.enabled } })
    onDone()
    return webhook.enabled
      ? 'Disabled. Events are queued until you enable it.'
      : 'Enabled. Pending events are being sent.'
  }
  return (
    <div class="actions">
      <ActionButton label="Ping" action={ping} />
      <div class="sending">
        <Choose label="Missed since" value={days} options={recoverable} onChoose={setDays} />
        <ActionButton isPlain label="Send again what was missed" action={recover} />
      </div>
      <p>
        To replace the signing secret, send <code>POST /v1/webhooks/{params.id}/secret</code> with a client’s
        token: <GuideLink to="signatures#change-a-secret">Change a secret</GuideLink>.
      </p>
      <ActionButton
        isPlain
        key={`${webhook.enabled}`}
        label={webhook.enabled ? 'Disable' : 'Enable'}
        action={toggle}
      />
    </div>
  )
}

const Settings = ({ webhook }: { webhook: Webhook }) => {
  const { bodySignature, ed25519, publicKey } = webhook
  const signatures = ['Standard Webhooks', bodySignature && 'x-verifyme-signature', ed25519 && 'Ed25519']
  return (
    <Facts
      of={[
        ['Id', webhook.id],
        ['Events', webhook.events.join(', ')],
        ['Payload', webhook.payload],
        ['Signatures', signatures.filter(Boolean).join(', ')],
        ['Headers of yours', webhook.headerNames.join(', ')],
        ['Public key', publicKey && <code key="key">{publicKey}</code>],
        ['Added', <DateTime key="added" at={webhook.createdAt} />],
      ]}
    />
  )
}

/** An endpoint: its health, what can be done, and what was sent to it. */
export const Endpoint = ({ id, isEdited }: { id: string; isEdited: boolean }) => {
  const params = { id }
  const query = useQuery(() => callApi('GET /v1/webhooks/{id}', { params }), `${id} ${isEdited}`)
  const [round, setRound] = useState(0)
  const done = () => {
    void query.again()
    setRound(before => before + 1)
  }
  if (isEdited && query.value) return <EndpointForm webhook={query.value} />
  return (
    <PortalPage
      title="Endpoint"
      up={upToEndpoints}
      guide={['webhooks#when-an-endpoint-is-disabled', 'When an endpoint is disabled']}
    >
      <QueryView query={query}>
        {webhook => (
          <>
            <Health webhook={webhook} hasUrl />
            <LastFailure {...webhook} heading={<h2>Last failure</h2>} />
            <h2>What you can do</h2>
            <Actions webhook={webhook} onDone={done} />
            <h2>Settings</h2>
            <Settings webhook={webhook} />
            <p>
              <a class="button" href={hashUrl('endpoints', id, 'edit')}>
                Change settings
              </a>
            </p>
            <h2>What was sent to it</h2>
            <PagedList
              of={`attempts ${id} ${round}`}
              read={cursor => callApi('GET /v1/webhooks/{id}/attempts', { params, query: { cursor } })}
              keyOf={({ eventId, attempt }) => `${eventId} ${attempt}`}
              empty="Nothing yet."
            >
              {attempt => <AttemptLine attempt={attempt} />}
            </PagedList>
          </>
        )}
      </QueryView>
    </PortalPage>
  )
}

const isFailing = ({ enabled, health }: Webhook): boolean => !enabled || health.failingSince !== null

const Card = ({ webhook }: { webhook: Webhook }) => (
  <article class="card">
    <h2>
      <a href={hashUrl('endpoints', `${webhook.id}`)}>{webhook.url}</a>
    </h2>
    <Health webhook={webhook} />
    <LastFailure
      {...webhook}
      heading={<h3>{webhook.health.failingSince === null ? 'Last failure' : 'Why it failed'}</h3>}
    />
  </article>
)

/** All endpoints with their health: why one fails is said here, before any click. */
export const Endpoints = () => {
  const query = useQuery(() => callApi('GET /v1/webhooks', {}), 'webhooks')
  return (
    <PortalPage title="Webhooks" guide={['webhooks', 'Webhooks']}>
      <p class="buttons">
        <a class="button" href={hashUrl('endpoints', 'new')}>
          Add an endpoint
        </a>
        <button type="button" class="plain" onClick={query.again}>
          Refresh
        </button>
      </p>
      <QueryView query={query}>
        {({ data }) => (
          <>
            {data.length === 0 && <p class="quiet">No endpoint yet: events are stored, and sent nowhere.</p>}
            {[...data]
              .sort((one, other) => Number(isFailing(other)) - Number(isFailing(one)))
              .map(webhook => (
                <Card key={webhook.id} webhook={webhook} />
              ))}
          </>
        )}
      </QueryView>
    </PortalPage>
  )
}
