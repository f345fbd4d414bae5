import type { Scope } from '../account/contract.ts'
import type { LateAnswer } from '../identity/contract/look-up.ts'
import type { IdentityProduct } from '../identity/products.ts'
import type { Mode, VerificationKey } from '../table/tenant.ts'
import type { PhotoUrl } from '../verification/answer/address.ts'
import { definitionOf } from '../verification/product/definitions.ts'
import type { Verification } from '../verification/verification.ts'
import { type Envelope, type EventFilter, type EventNoun, type EventType, eventTypes } from './contract.ts'

/** An event as kept: who it belongs to, and the envelope whose exact bytes are delivered. */
export interface Event {
  readonly id: string
  readonly organisationId: number
  readonly mode: Mode
  readonly event: EventNoun
  readonly eventType: EventType
  readonly verificationId: number
  /** Which identity product it is about. */
  readonly product?: IdentityProduct
  /** When it was frozen. */
  readonly createdAt: string
  /** When what it tells happened; absent from those that were frozen before this was kept. */
  readonly occurredAt?: string
}

const sequences: Readonly<Record<EventType, number>> = {
  verification_started: 1,
  verification_delayed: 2,
  verification_completed: 3,
}

/** An event's place in time: known from its type alone, and whatever comes later has a higher number. */
export const placeOfEvent = ({
  eventType,
  createdAt,
  occurredAt = createdAt,
}: Pick<Event, 'eventType' | 'createdAt' | 'occurredAt'>) => ({ sequence: sequences[eventType], occurredAt })

/** The scopes that open the records of these nouns; each identity product has one of its own. */
export const scopeOfNoun = { address: 'addresses', employment: 'employments' } as const

/** The scope that opens an event's record; undefined if nobody knows any more which product it is about. */
export const scopeOfEvent = ({ event, product }: Pick<Event, 'event' | 'product'>): Scope | undefined =>
  event === 'identity' ? product && `identities.${product}` : scopeOfNoun[event]

/** The same for every build of the same event, so that twice is once. */
export const eventIdOf = (verificationId: number, type: EventType): string =>
  `evt_${verificationId}_${type.replace('verification_', '')}`

/** All that can ever be told of a verification or look-up. */
export const eventIdsOf = (verificationId: number): readonly string[] =>
  eventTypes.map(type => eventIdOf(verificationId, type))

/** What is told of a verification or look-up that has come to some point. Twice built it is one event. */
export const eventOf = (
  { organisationId, mode, verificationId }: VerificationKey,
  about: Pick<Event, 'event' | 'eventType' | 'product' | 'occurredAt'>,
  createdAt: string,
): Event => ({
  id: eventIdOf(verificationId, about.eventType),
  organisationId,
  mode,
  verificationId,
  createdAt,
  ...about,
})

/** The webhook body about a verification (interface §6), as its schema will parse it. */
export const envelopeOf = (verification: Verification, type: EventType, urlOf: PhotoUrl): object => {
  const { id, customerReference, product } = verification
  const definition = definitionOf[product]
  const { noun } = definition
  const data = { id, summary: null, customerReference, [noun]: definition.toRecord(verification, urlOf) }
  return { event: noun, event_type: type, data }
}

/** The webhook body about a late look-up: look-ups have no reference of the customer's. */
export const lateEnvelopeOf = (id: number, identity: LateAnswer): Envelope => ({
  event: 'identity',
  event_type: 'verification_completed',
  data: { id, summary: null, customerReference: '', identity },
})

/** Whether an endpoint that asked for these events wants this one. */
export const isWanted = (
  filters: readonly EventFilter[],
  event: Pick<Event, 'event' | 'eventType'>,
): boolean => filters.includes(`${event.event}.*`) || filters.includes(`${event.event}.${event.eventType}`)

const collections = { address: 'addresses', employment: 'employments', identity: 'identities' } as const

const receiptOf = ({
  event,
  eventType,
  verificationId,
}: Pick<Event, 'event' | 'eventType' | 'verificationId'>) =>
  eventType === 'verification_completed' ? `/v1/${collections[event]}/${verificationId}/receipt` : null

/** An event as a line of a list. */
export const toEventLine = (event: Omit<Event, 'organisationId' | 'mode'>) => ({
  id: event.id,
  event: event.event,
  event_type: event.eventType,
  createdAt: event.createdAt,
  verificationId: event.verificationId,
  ...placeOfEvent(event),
  receipt: receiptOf(event),
})
