import type { Scope } from '../account/contract.ts'
import type { IdentityProduct } from '../identity/products.ts'
import type { Mode, VerificationKey } from '../table/tenant.ts'
import { laterRevisions } from '../verification/verification.ts'
import {
  type AnyEventResource,
  type AnyEventType,
  type EventFilter,
  type EventType,
  endpointResource,
  eventTypes,
} from './name-contract.ts'

export interface Event {
  readonly id: string
  readonly organisationId: number
  readonly mode: Mode
  readonly event: AnyEventResource
  readonly eventType: AnyEventType
  /** Absent for events about an endpoint. */
  readonly verificationId?: number
  readonly product?: IdentityProduct
  readonly createdAt: string
  /** When it happened. */
  readonly occurredAt?: string
}

const sequences: Readonly<Record<EventType, (id: string) => number>> = {
  verification_started: () => 1,
  verification_delayed: () => 2,
  verification_completed: () => 3,
  // The second revision has the first update event.
  verification_updated: id => 2 + parseRevision(id)!,
}

/** Undefined for events before the first decision. */
export const parseRevision = (eventId: string): number | undefined => {
  const [, end, revision = 1] = /^evt_\d+_(completed|updated)(?:_(\d+))?$/.exec(eventId) ?? []
  return end === undefined ? undefined : Number(revision)
}

/** By the revision of the endpoint's settings, because it may happen again. */
export const endpointEventId = (endpointId: number, revision: number): string =>
  `evt_${endpointId}_disabled_${revision}`

export const parseEndpointEventId = (eventId: string) => {
  const [, endpointId, revision] = /^evt_(\d+)_disabled_(\d+)$/.exec(eventId) ?? []
  return endpointId === undefined ? undefined : { endpointId: Number(endpointId), revision: Number(revision) }
}

/** Follows from type and id; a later event has a higher number. */
export const eventSequence = ({
  id,
  eventType,
  createdAt,
  occurredAt = createdAt,
}: Pick<Event, 'id' | 'eventType' | 'createdAt' | 'occurredAt'>) => ({
  sequence: eventType === 'endpoint_disabled' ? parseEndpointEventId(id)!.revision : sequences[eventType](id),
  occurredAt,
})

export const scopeOfResource = { address: 'addresses', employment: 'employments' } as const

export const scopeOfEvent = ({ event, product }: Pick<Event, 'event' | 'product'>): Scope | undefined => {
  if (event === 'identity') return product && `identities.${product}`
  return event === endpointResource ? undefined : scopeOfResource[event]
}

/** Events about an endpoint need no product's scope. */
export const isReadableBy = (scopes: readonly Scope[], event: Pick<Event, 'event' | 'product'>): boolean =>
  event.event === endpointResource || scopes.some(scope => scope === scopeOfEvent(event))

/** Deterministic, so that a repeated build is the same event. @param revision of an update, from 2 */
export const buildEventId = (verificationId: number, type: EventType, revision?: number): string =>
  `evt_${verificationId}_${type.replace('verification_', '')}${revision === undefined ? '' : `_${revision}`}`

export const revisionEventId = (verificationId: number, revision: number): string =>
  revision === 1
    ? buildEventId(verificationId, 'verification_completed')
    : buildEventId(verificationId, 'verification_updated', revision)

export const possibleEventIds = (verificationId: number): readonly string[] => [
  ...eventTypes
    .filter(type => type !== 'verification_updated')
    .map(type => buildEventId(verificationId, type)),
  ...laterRevisions.map(revision => revisionEventId(verificationId, revision)),
]

export type EventDraft = Omit<Event, 'createdAt'> & { readonly occurredAt: string }

/** Deterministic, so that a repeated build is the same event. */
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

export const matchesFilters = (
  filters: readonly EventFilter[],
  event: Pick<Event, 'event' | 'eventType'>,
): boolean => {
  const asked: readonly string[] = filters
  return asked.includes(`${event.event}.*`) || asked.includes(`${event.event}.${event.eventType}`)
}

/** An endpoint never receives events about itself. */
export const isSubscribed = (
  { id, events }: { readonly id: number; readonly events: readonly EventFilter[] },
  event: Pick<Event, 'id' | 'event' | 'eventType'>,
): boolean => matchesFilters(events, event) && parseEndpointEventId(event.id)?.endpointId !== id

const collections = { address: 'addresses', employment: 'employments', identity: 'identities' } as const

/** A lookup is never revised. */
const receiptOf = ({ id, event, verificationId }: Pick<Event, 'id' | 'event' | 'verificationId'>) => {
  const revision = parseRevision(id)
  if (event === endpointResource || revision === undefined) return null
  const receipt = `/v1/${collections[event]}/${verificationId}/receipt`
  return event === 'identity' ? receipt : `${receipt}?revision=${revision}`
}

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
