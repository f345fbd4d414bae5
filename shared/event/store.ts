import { database } from '../table/driver.ts'
import { getNow } from '../table/gathered-read.ts'
import { type PageReader, queryShards, readFilteredPage } from '../table/paging.ts'
import type { Condition } from '../table/port.ts'
import { expiresAt, unlessExpired } from '../table/retention.ts'
import type { Tenant } from '../table/tenant.ts'
import type { Event } from './event.ts'
import { eventKey, eventKind, eventsQuery, toEventPageKey } from './kinds.ts'
import type { AnyEventResource, AnyEventType } from './name-contract.ts'

export interface FrozenEvent extends Event {
  readonly body: Uint8Array
  readonly expiresAt: number
}

export const findEvent = async (
  tenant: Tenant,
  eventId: string,
  nowMs: number,
  { gathered = false } = {},
): Promise<FrozenEvent | undefined> =>
  unlessExpired(await getNow<FrozenEvent>(eventKey(tenant, eventId), gathered), nowMs)

type ListedEvent = Omit<FrozenEvent, 'body'>

interface EventPage {
  readonly items: readonly ListedEvent[]
  readonly after?: string
  readonly end?: string
}

export interface EventsFilter {
  /** Created at or after, ISO 8601 in UTC with milliseconds. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly event?: AnyEventResource | undefined
  readonly eventType?: AnyEventType | undefined
}

const filterOf = ({ event, eventType }: EventsFilter): Condition | undefined => {
  const wanted = Object.entries({ event, eventType }).filter(([, value]) => value !== undefined)
  if (wanted.length === 0) return undefined
  const when = wanted.map(([name]) => `#${name} = :${name}`).join(' AND ')
  return { when, values: Object.fromEntries(wanted) }
}

const placeOf = ({ createdAt, id }: ListedEvent): string => toEventPageKey(createdAt, id)

/** A page of the tenant's events. One with a filter may be short where matches are rare. */
export const listEvents = async (
  tenant: Tenant,
  { from, to, ...wanted }: EventsFilter,
  { limit, after: start, oldestFirst }: { limit: number; after?: string | undefined; oldestFirst?: boolean },
): Promise<EventPage> => {
  if (from !== undefined && to !== undefined && from >= to) return { items: [] }
  const filter = filterOf(wanted)
  const query = { newestFirst: !oldestFirst, from, to, filter }
  const read: PageReader<ListedEvent, string> = ({ limit, after = start }) =>
    queryShards(eventsQuery(tenant), { ...query, limit, after })
  const { items, ...page } = await (filter ? readFilteredPage(limit, read, placeOf) : read({ limit }))
  const last = items.at(-1)
  return { items, ...page, ...(last && { end: placeOf(last) }) }
}

/** Removes an event's body; its line stays in the list. One that was never frozen cannot be frozen afterwards. */
const eraseEvent = async (tenant: Tenant, eventId: string, at: string): Promise<void> => {
  await database.write({
    update: eventKey(tenant, eventId),
    set: {},
    setOnce: { id: eventId, erasedAt: at, expiresAt: expiresAt(at, eventKind.days) },
    remove: ['body'],
  })
}

export const eraseEvents = async (
  tenant: Tenant,
  eventIds: readonly string[],
  { at, isDry }: { at: string; isDry: boolean },
): Promise<number> => {
  const found = await database.getMany<FrozenEvent>(eventIds.map(eventId => eventKey(tenant, eventId)))
  if (!isDry) for (const eventId of eventIds) await eraseEvent(tenant, eventId, at)
  return found.filter(({ body }) => body !== undefined).length
}
