import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { callApi } from '../ui/api.ts'
import { hashUrl } from '../ui/hash-route.ts'
import { PagedList } from './paged-list.tsx'
import { PortalPage } from './portal-page.tsx'
import { DateTime } from './display.tsx'

const nouns = ['address', 'employment', 'identity', 'endpoint'] as const
type Noun = (typeof nouns)[number]

export const wordsOfType = {
  verification_completed: 'completed',
  verification_started: 'started',
  verification_delayed: 'delayed',
  verification_updated: 'updated',
  endpoint_disabled: 'switched off',
} as const

/** Everything that was told, newest first. */
export const Events = (): VNode => {
  const [noun, setNoun] = useState<Noun | ''>('')
  return (
    <PortalPage title="Events">
      <label class="filter">
        About
        <select value={noun} onChange={event => setNoun(event.currentTarget.value as Noun | '')}>
          <option value="">everything</option>
          {nouns.map(each => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
      </label>
      <PagedList
        of={`events ${noun}`}
        read={cursor => callApi('GET /v1/events', { query: { cursor, ...(noun && { event: noun }) } })}
        keyOf={({ id }) => id}
        empty="No event yet."
      >
        {line => (
          <a class="line" href={hashUrl('events', line.id)}>
            <strong>
              {line.event} {wordsOfType[line.event_type]}
            </strong>
            <span class="quiet">
              <DateTime at={line.createdAt} />
            </span>
            <code>{line.id}</code>
          </a>
        )}
      </PagedList>
    </PortalPage>
  )
}
