import type { Attempt } from '../contract/event.ts'
import type { Owner } from '../domain/caller.ts'
import type { Event } from '../domain/event.ts'
import { type Database, holds, type Item } from './database.ts'
import { attemptKey, eventIndex, eventKey, eventPartition, eventsPartition } from './keys.ts'
import { expiresAt, isExpired, retentionDays } from './retention.ts'

/** An event with the exact bytes that every delivery sends, packed by the caller's `pack`. */
export interface FrozenEvent extends Event {
  readonly body: Uint8Array
  readonly expiresAt: number
}

/** Stores an event once: a second build of it, with whatever bytes, changes nothing. Answers whether it was the first. */
export const freeze = async (database: Database, event: Event, body: Uint8Array): Promise<boolean> => {
  return holds(
    database.write({
      put: {
        ...eventKey(event, event.id),
        ...eventIndex(event, event.createdAt, event.id),
        ...event,
        body,
        expiresAt: expiresAt(event.createdAt, retentionDays.event),
      },
      condition: { when: 'attribute_not_exists(#pk)' },
    }),
  )
}

export const findEvent = async (
  database: Database,
  owner: Owner,
  eventId: string,
  nowMs: number,
): Promise<FrozenEvent | undefined> => {
  const event = await database.get<FrozenEvent>(eventKey(owner, eventId), { consistent: true })
  return event && !isExpired(event, nowMs) ? event : undefined
}

export interface Events {
  readonly items: readonly Omit<FrozenEvent, 'body'>[]
  /** Sort key of the last event shown; absent on the last page. */
  readonly after?: string
}

/** A page of the owner's events, newest first. */
export const listEvents = async (
  database: Database,
  owner: Owner,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<Events> => {
  const eventId = after?.split('#')[1]
  const page = await database.query<Omit<FrozenEvent, 'body'>>({
    index: 'gsi1',
    partition: eventsPartition(owner),
    newestFirst: true,
    limit,
    ...(after &&
      eventId && {
        after: { ...eventKey(owner, eventId), gsi1pk: eventsPartition(owner), gsi1sk: after },
      }),
  })
  return { items: page.items, ...(page.after && { after: String(page.after.gsi1sk) }) }
}

/** Writes one attempt into the event's log, for 30 days. */
export const recordAttempt = async (
  database: Database,
  owner: Owner,
  eventId: string,
  attempt: Attempt,
): Promise<void> => {
  await database.write({
    put: {
      ...(attempt as unknown as Item),
      ...attemptKey(owner, eventId, attempt.endpointId, attempt.attempt),
      expiresAt: expiresAt(attempt.at, retentionDays.attempt),
    },
  })
}

/** The attempts to deliver an event, oldest first. */
export const listAttempts = async (
  database: Database,
  owner: Owner,
  eventId: string,
  nowMs: number,
): Promise<readonly Attempt[]> => {
  const { items } = await database.query<Attempt & { expiresAt: number }>({
    partition: eventPartition(owner, eventId),
    from: 'attempt#',
    to: 'attempt$',
    consistent: true,
  })
  return items.filter(item => !isExpired(item, nowMs)).toSorted((a, b) => a.at.localeCompare(b.at))
}

/** One attempt, if it was made. */
export const findAttempt = (
  database: Database,
  owner: Owner,
  eventId: string,
  { endpointId, attempt }: { endpointId: number; attempt: number },
): Promise<Attempt | undefined> =>
  database.get<Attempt>(attemptKey(owner, eventId, endpointId, attempt), { consistent: true })

/** Which of these events exist. */
export const findEventIds = async (
  database: Database,
  owner: Owner,
  eventIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const found = await database.getMany<FrozenEvent>(eventIds.map(eventId => eventKey(owner, eventId)))
  return new Set(found.map(({ id }) => id))
}
