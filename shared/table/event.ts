import type { EventNoun, EventType } from '../contract/event.ts'
import type { Owner } from '../domain/caller.ts'
import type { Event } from '../domain/event.ts'
import { absent, type Condition, type Database, holds, type Put } from './database.ts'
import { eventIndex, eventKey, eventsPartition } from './keys.ts'
import { expiresAt, retentionDays, unlessExpired } from './retention.ts'

/** An event with the exact bytes that every delivery sends, packed by the caller's `pack`. */
export interface FrozenEvent extends Event {
  readonly body: Uint8Array
  readonly expiresAt: number
}

/** The write that stores an event, if it is not there. */
export const freezing = (event: Event, body: Uint8Array, days: number = retentionDays.event): Put => ({
  put: {
    ...eventKey(event, event.id),
    ...eventIndex(event, event.createdAt, event.id),
    ...event,
    body,
    expiresAt: expiresAt(event.createdAt, days),
  },
  condition: absent,
})

/** Stores an event once: a second build of it, with whatever bytes, changes nothing. Answers whether it was the first. */
export const freeze = (database: Database, event: Event, body: Uint8Array): Promise<boolean> =>
  holds(database.write(freezing(event, body)))

export const findEvent = async (
  database: Database,
  owner: Owner,
  eventId: string,
  nowMs: number,
): Promise<FrozenEvent | undefined> => {
  const event = await database.get<FrozenEvent>(eventKey(owner, eventId), { consistent: true })
  return unlessExpired(event, nowMs)
}

export interface Events {
  readonly items: readonly Omit<FrozenEvent, 'body'>[]
  /** Sort key of the last event shown; absent on the last page. */
  readonly after?: string
}

/** Where an event stands in the list. */
export const placeOfEvent = ({ createdAt, id }: Pick<Event, 'createdAt' | 'id'>): string =>
  `${createdAt}#${id}`

export interface EventsFilter {
  /** Created at or after, ISO 8601 in UTC with milliseconds. */
  readonly from?: string | undefined
  /** Created before. */
  readonly to?: string | undefined
  readonly event?: EventNoun | undefined
  readonly eventType?: EventType | undefined
}

const filterOf = ({ event, eventType }: EventsFilter): Condition | undefined => {
  const wanted = Object.entries({ event, eventType }).filter(([, value]) => value !== undefined)
  if (wanted.length === 0) return undefined
  const when = wanted.map(([name]) => `#${name} = :${name}`).join(' AND ')
  return { when, values: Object.fromEntries(wanted) }
}

/** A page of the owner's events. A filtered page may be short though more follow. */
export const listEvents = async (
  database: Database,
  owner: Owner,
  { from, to, ...wanted }: EventsFilter,
  { limit, after, oldestFirst }: { limit: number; after?: string | undefined; oldestFirst?: boolean },
): Promise<Events> => {
  if (from !== undefined && to !== undefined && from >= to) return { items: [] }
  const eventId = after?.split('#')[1]
  const filter = filterOf(wanted)
  const page = await database.query<Omit<FrozenEvent, 'body'>>({
    index: 'gsi1',
    partition: eventsPartition(owner),
    newestFirst: !oldestFirst,
    limit,
    ...(from && { from }),
    ...(to && { to }),
    ...(filter && { filter }),
    ...(after &&
      eventId && {
        after: { ...eventKey(owner, eventId), gsi1pk: eventsPartition(owner), gsi1sk: after },
      }),
  })
  return { items: page.items, ...(page.after && { after: String(page.after.gsi1sk) }) }
}

/** Which of these events exist. */
export const findEventIds = async (
  database: Database,
  owner: Owner,
  eventIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const found = await database.getMany<FrozenEvent>(eventIds.map(eventId => eventKey(owner, eventId)))
  return new Set(found.map(({ id }) => id))
}
