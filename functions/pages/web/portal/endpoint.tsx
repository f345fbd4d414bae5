import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { callApi } from '../ui/api.ts'
import { hashUrl } from '../ui/hash-route.ts'
import { ActionButton } from './action.tsx'
import { QueryView, useQuery } from './query.tsx'
import { AttemptLine } from './attempts.tsx'
import { EndpointForm } from './endpoint-form.tsx'
import { HealthTag, HealthWords, LastFailure, type Webhook, describeAttempt } from './health.tsx'
import type { Session } from './portal-session.ts'
import { PagedList } from './paged-list.tsx'
import { PortalPage } from './portal-page.tsx'
import { Secret } from './secret.tsx'
import { Facts, DateTime } from './display.tsx'

const dayMs = 86_400_000
const recoverable = [1, 7, 30] as const

/** What an endpoint can be asked to do. */
const Actions = ({ webhook, onDone }: { readonly webhook: Webhook; readonly onDone: () => void }): VNode => {
  const params = { id: `${webhook.id}` }
  const [days, setDays] = useState<number>(1)
  const ping = async () => {
    const result = await callApi('POST /v1/webhooks/{id}/ping', { params })
    onDone()
    return `${result.outcome === 'delivered' ? 'Delivered' : 'Failed'}: ${describeAttempt(result)}, ${result.latencyMs} ms${result.answer ? `, answered: ${result.answer}` : ''}`
  }
  const recover = async () => {
    const since = new Date(Date.now() - days * dayMs + 60_000).toISOString()
    await callApi('POST /v1/webhooks/{id}/recover', { params, body: { since } })
    onDone()
    return 'All that did not reach it since then is on its way.'
  }
  const switchTo = (enabled: boolean) => async () => {
    await callApi('PATCH /v1/webhooks/{id}', { params, body: { enabled } })
    onDone()
    return enabled ? 'Switched on; what was pending is on its way.' : 'Switched off; events wait.'
  }
  return (
    <div class="actions">
      <ActionButton label="Ping" run={ping} />
      <div class="sending">
        <label>
          Missed since
          <select value={`${days}`} onChange={event => setDays(Number(event.currentTarget.value))}>
            {recoverable.map(each => (
              <option key={each} value={`${each}`}>
                {each === 1 ? 'yesterday' : `${each} days ago`}
              </option>
            ))}
          </select>
        </label>
        <ActionButton isPlain label="Send again what was missed" run={recover} />
      </div>
      <Secret id={params.id} />
      <ActionButton
        isPlain
        key={`${webhook.enabled}`}
        label={webhook.enabled ? 'Switch off' : 'Switch on'}
        run={switchTo(!webhook.enabled)}
      />
    </div>
  )
}

const factsOf = (webhook: Webhook) =>
  [
    ['Id', webhook.id],
    ['Events', webhook.events.join(', ')],
    ['Payload', webhook.payload],
    [
      'Signatures',
      [
        'Standard Webhooks',
        ...(webhook.bodySignature ? ['x-verifyme-signature'] : []),
        ...(webhook.ed25519 ? ['Ed25519'] : []),
      ].join(', '),
    ],
    ...(webhook.headerNames.length === 0
      ? []
      : [['Headers of yours', webhook.headerNames.join(', ')] as const]),
    ...(webhook.publicKey === null
      ? []
      : [['Public key', <code key="key">{webhook.publicKey}</code>] as const]),
    ['Added', <DateTime key="added" at={webhook.createdAt} />],
  ] as const

interface EndpointProps {
  readonly id: string
  readonly isEdited: boolean
  readonly scopes: Session['scopes']
}

/** An endpoint: its health, what can be done, and what was sent to it. */
export const Endpoint = ({ id, isEdited, scopes }: EndpointProps): VNode => {
  const asked = useQuery('GET /v1/webhooks/{id}', { params: { id } }, `${id} ${isEdited}`)
  const [round, setRound] = useState(0)
  const done = () => {
    void asked.again()
    setRound(before => before + 1)
  }
  if (isEdited && asked.value) return <EndpointForm webhook={asked.value} scopes={scopes} />
  return (
    <PortalPage title="Endpoint" up={{ href: hashUrl('endpoints'), title: 'Webhooks' }}>
      <QueryView asked={asked}>
        {webhook => (
          <>
            <p class="address">
              <HealthTag {...webhook} /> <strong>{webhook.url}</strong>{' '}
              {webhook.description !== '' && <span class="quiet">{webhook.description}</span>}
            </p>
            <HealthWords {...webhook} />
            {webhook.health.lastFailure !== null && (
              <>
                <h2>Last failure</h2>
                <LastFailure failure={webhook.health.lastFailure} />
              </>
            )}
            <h2>What you can do</h2>
            <Actions webhook={webhook} onDone={done} />
            <h2>Settings</h2>
            <Facts of={factsOf(webhook)} />
            <p>
              <a class="button" href={hashUrl('endpoints', id, 'edit')}>
                Change settings
              </a>
            </p>
            <h2>What was sent to it</h2>
            <PagedList
              of={`attempts ${id} ${round}`}
              read={cursor =>
                callApi('GET /v1/webhooks/{id}/attempts', { params: { id }, query: { cursor } })
              }
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
