import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { ask } from '../frame/api.ts'
import { placeUrl } from '../frame/place.ts'
import { List } from './pages.tsx'
import { Room } from './room.tsx'
import { Moment } from './shown.tsx'

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
    <Room title="Events">
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
      <List
        of={`events ${noun}`}
        read={cursor => ask('GET /v1/events', { query: { cursor, ...(noun && { event: noun }) } })}
        keyOf={({ id }) => id}
        empty="No event yet."
      >
        {line => (
          <a class="line" href={placeUrl('events', line.id)}>
            <strong>
              {line.event} {wordsOfType[line.event_type]}
            </strong>
            <span class="quiet">
              <Moment at={line.createdAt} />
            </span>
            <code>{line.id}</code>
          </a>
        )}
      </List>
    </Room>
  )
}
