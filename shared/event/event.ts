import type { Scope } from '../account/contract.ts'
import type { IdentityProduct } from '../identity/products.ts'
import type { Mode, VerificationKey } from '../table/tenant.ts'
import { laterRevisions } from '../verification/verification.ts'
import {
  type EventFilter,
  type EventType,
  endpointResource,
  eventTypes,
  type AnyEventResource,
  type AnyEventType,
} from './name-contract.ts'

/** An event as kept: who it belongs to, and the envelope whose exact bytes are delivered. */
export interface Event {
  readonly id: string
  readonly organisationId: number
  readonly mode: Mode
  readonly event: AnyEventResource
  readonly eventType: AnyEventType
  /** Absent from what is told of an endpoint, which its id names. */
  readonly verificationId?: number
  /** Which identity product it is about. */
  readonly product?: IdentityProduct
  /** When it was frozen. */
  readonly createdAt: string
  /** When what it tells happened; absent from those that were frozen before this was kept. */
  readonly occurredAt?: string
}

const sequences: Readonly<Record<EventType, (id: string) => number>> = {
  verification_started: () => 1,
  verification_delayed: () => 2,
  verification_completed: () => 3,
  // The second revision is the first to be told so.
  verification_updated: id => 2 + parseRevision(id)!,
}

/** The revision whose decision an event tells of; undefined for what is told before the first. */
export const parseRevision = (eventId: string): number | undefined => {
  const [, end, revision = 1] = /^evt_\d+_(completed|updated)(?:_(\d+))?$/.exec(eventId) ?? []
  return end === undefined ? undefined : Number(revision)
}

/** The id of what is told of an endpoint itself; it may be told again, of a later revision of its settings. */
export const endpointEventId = (endpointId: number, revision: number): string =>
  `evt_${endpointId}_disabled_${revision}`

/** The endpoint that an event is about, and the revision of its settings; undefined if it is about a verification. */
export const parseEndpointEventId = (eventId: string) => {
  const [, endpointId, revision] = /^evt_(\d+)_disabled_(\d+)$/.exec(eventId) ?? []
  return endpointId === undefined ? undefined : { endpointId: Number(endpointId), revision: Number(revision) }
}

/** An event's place in time: known from its type and id alone, and whatever comes later has a higher number. */
export const eventSequence = ({
  id,
  eventType,
  createdAt,
  occurredAt = createdAt,
}: Pick<Event, 'id' | 'eventType' | 'createdAt' | 'occurredAt'>) => ({
  sequence: eventType === 'endpoint_disabled' ? parseEndpointEventId(id)!.revision : sequences[eventType](id),
  occurredAt,
})

/** The scopes that open the records of these nouns; each identity product has one of its own. */
export const scopeOfResource = { address: 'addresses', employment: 'employments' } as const

/** The scope that opens an event's record; undefined if nobody knows any more which product it is about. */
export const scopeOfEvent = ({ event, product }: Pick<Event, 'event' | 'product'>): Scope | undefined => {
  if (event === 'identity') return product && `identities.${product}`
  return event === endpointResource ? undefined : scopeOfResource[event]
}

/** Whether a client may have an event whole. What is told of an endpoint has no record that a scope would open. */
export const isReadableBy = (scopes: readonly Scope[], event: Pick<Event, 'event' | 'product'>): boolean =>
  event.event === endpointResource || scopes.some(scope => scope === scopeOfEvent(event))

/** The same for every build of the same event, so that twice is once. @param revision of an update, from 2 */
export const buildEventId = (verificationId: number, type: EventType, revision?: number): string =>
  `evt_${verificationId}_${type.replace('verification_', '')}${revision === undefined ? '' : `_${revision}`}`

/** The event that tells of a revision's decision. */
export const revisionEventId = (verificationId: number, revision: number): string =>
  revision === 1
    ? buildEventId(verificationId, 'verification_completed')
    : buildEventId(verificationId, 'verification_updated', revision)

/** All that can ever be told of a verification or look-up. */
export const possibleEventIds = (verificationId: number): readonly string[] => [
  ...eventTypes
    .filter(type => type !== 'verification_updated')
    .map(type => buildEventId(verificationId, type)),
  ...laterRevisions.map(revision => revisionEventId(verificationId, revision)),
]

/** An event before it is frozen. */
export type EventDraft = Omit<Event, 'createdAt'> & { readonly occurredAt: string }

/** What is told of a verification or look-up that has come to some point. Twice built it is one event. */
export const toEventDraft = (
  { organisationId, mode, verificationId }: VerificationKey,
  {
    revision,
    ...about
  }: Pick<EventDraft, 'event' | 'product' | 'occurredAt'> & {
    readonly eventType: EventType
    /** Of an update, from 2. */
    readonly revision?: number | undefined
  },
): EventDraft => ({
  id: buildEventId(verificationId, about.eventType, revision),
  organisationId,
  mode,
  verificationId,
  ...about,
})

/** Whether an endpoint that asked for these events wants this one. */
export const matchesFilters = (
  filters: readonly EventFilter[],
  event: Pick<Event, 'event' | 'eventType'>,
): boolean => {
  const asked: readonly string[] = filters
  return asked.includes(`${event.event}.*`) || asked.includes(`${event.event}.${event.eventType}`)
}

/** Whether an endpoint is to be sent an event: it asked for such, and is not itself what the event is about. */
export const isSubscribed = (
  { id, events }: { readonly id: number; readonly events: readonly EventFilter[] },
  event: Pick<Event, 'id' | 'event' | 'eventType'>,
): boolean => matchesFilters(events, event) && parseEndpointEventId(event.id)?.endpointId !== id

const collections = { address: 'addresses', employment: 'employments', identity: 'identities' } as const

/** A look-up's result is never revised. */
const receiptOf = ({ id, event, verificationId }: Pick<Event, 'id' | 'event' | 'verificationId'>) => {
  const revision = parseRevision(id)
  if (event === endpointResource || revision === undefined) return null
  const receipt = `/v1/${collections[event]}/${verificationId}/receipt`
  return event === 'identity' ? receipt : `${receipt}?revision=${revision}`
}

/** An event as a line of a list. */
export const toEventListItem = (event: Omit<Event, 'organisationId' | 'mode'>) => ({
  id: event.id,
  event: event.event,
  event_type: event.eventType,
  createdAt: event.createdAt,
  verificationId: event.verificationId ?? null,
  endpointId: parseEndpointEventId(event.id)?.endpointId ?? null,
  ...eventSequence(event),
  receipt: receiptOf(event),
})
