import {
  defineKind,
  encrypted,
  listParts,
  partOf,
  plain,
  plainIds,
  type Told,
  tenant,
  toIndex1,
  toKey,
} from '../table/kind.ts'
import { eventDays, identityEventDays } from '../table/retention.ts'
import type { Tenant } from '../table/tenant.ts'

/** `<t>#event#<eventId>`, `event`; gsi1 `<t>#event#<part>, <at>..`; read by getEvent, listEvents, dispatch. */
export const eventKind = defineKind({
  name: 'event',
  sortKey: 'event',
  attributes: {
    ...plainIds,
    id: plain,
    event: plain,
    eventType: plain,
    product: plain,
    createdAt: plain,
    occurredAt: plain,
    erasedAt: plain,
    body: encrypted,
  },
  days: eventDays,
})

export const eventTold = {
  kind: eventKind,
  what: 'event of a verification (table)',
  holds: 'the record, packed',
  after: 'it was frozen',
  erased: 'the body goes, the line stays',
} as const satisfies Told

/** Lies as any other. */
export const identityEventKind = defineKind({
  name: 'identityEvent',
  days: identityEventDays,
})

export const identityEventTold = {
  kind: identityEventKind,
  what: 'event of a late look-up (table)',
  holds: 'the registry’s response, encrypted',
  after: 'it was frozen',
  erased: 'the body goes, the line stays',
} as const satisfies Told

export const eventPartition = (of: Tenant, eventId: string): string => `${tenant(of)}#event#${eventId}`

export const eventKey = (of: Tenant, eventId: string) => toKey(eventPartition(of, eventId), 'event')

const eventsPartition = (of: Tenant, part: number): string => `${tenant(of)}#event#${part}`

export const eventIndex = (of: Tenant, at: string, eventId: string) =>
  toIndex1(eventsPartition(of, partOf(eventId)), toEventPageKey(at, eventId))

export const eventsQuery = (of: Tenant) =>
  listParts.map(part => ({ index: 'gsi1', partition: eventsPartition(of, part) }) as const)

export const eventPageKeyPattern = /^[\d:.TZ-]{24}#evt_[a-z0-9_]{1,80}$/

export const toEventPageKey = (at: string, eventId: string): string => `${at}#${eventId}`
