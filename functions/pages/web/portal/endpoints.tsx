import type { VNode } from 'preact'
import { hashUrl } from '../ui/hash-route.ts'
import { QueryView, useQuery } from './query.tsx'
import { HealthTag, HealthWords, LastFailure, type Webhook } from './health.tsx'
import { PortalPage } from './portal-page.tsx'

/** What fails stands first: it is what somebody came for. */
const isFailing = ({ enabled, health }: Webhook): boolean => !enabled || health.failingSince !== null

const inOrder = (one: Webhook, other: Webhook): number => Number(isFailing(other)) - Number(isFailing(one))

const Card = ({ webhook }: { readonly webhook: Webhook }): VNode => {
  const { lastFailure } = webhook.health
  return (
    <article class="card">
      <h2>
        <a href={hashUrl('endpoints', `${webhook.id}`)}>{webhook.url}</a>
      </h2>
      <p>
        <HealthTag {...webhook} />{' '}
        {webhook.description !== '' && <span class="quiet">{webhook.description}</span>}
      </p>
      <HealthWords {...webhook} />
      {lastFailure !== null && (
        <>
          <h3>{webhook.health.failingSince === null ? 'Last failure' : 'Why it failed'}</h3>
          <LastFailure failure={lastFailure} />
        </>
      )}
    </article>
  )
}

/** All endpoints with their health: why one fails is said here, before any click. */
export const Endpoints = (): VNode => {
  const asked = useQuery('GET /v1/webhooks', {})
  return (
    <PortalPage title="Webhooks">
      <p class="buttons">
        <a class="button" href={hashUrl('endpoints', 'new')}>
          Add an endpoint
        </a>
        <button type="button" class="plain" onClick={asked.again}>
          Refresh
        </button>
      </p>
      <QueryView asked={asked}>
        {({ data }) => (
          <>
            {data.length === 0 && <p class="quiet">No endpoint yet: events are kept, and sent nowhere.</p>}
            {[...data].sort(inOrder).map(webhook => (
              <Card key={webhook.id} webhook={webhook} />
            ))}
          </>
        )}
      </QueryView>
    </PortalPage>
  )
}
