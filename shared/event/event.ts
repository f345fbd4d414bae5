import type { Mode, VerificationKey } from '../table/tenant.ts'
import { addressRecord, type PhotoUrl } from '../verification/answer/address.ts'
import { employmentRecord } from '../verification/answer/employment.ts'
import { definitionOf } from '../verification/product/definitions.ts'
import type { Verification } from '../verification/verification.ts'
import type { Envelope, EventFilter, EventNoun, EventType } from './contract.ts'

/** An event as kept: who it belongs to, and the envelope whose exact bytes are delivered. */
export interface Event {
  readonly id: string
  readonly organisationId: number
  readonly mode: Mode
  readonly event: EventNoun
  readonly eventType: EventType
  readonly verificationId: number
  readonly createdAt: string
}

/** The same for every build of the same event, so that twice is once. */
export const eventIdOf = (verificationId: number, type: EventType): string =>
  `evt_${verificationId}_${type.replace('verification_', '')}`

/** The webhook body (interface §6). */
export const envelopeOf = (verification: Verification, type: EventType, urlOf: PhotoUrl): Envelope => {
  const data = { id: verification.id, summary: null, customerReference: verification.customerReference }
  return verification.product === 'employment'
    ? { event: 'employment', event_type: type, data: { ...data, employment: employmentRecord(verification) } }
    : { event: 'address', event_type: type, data: { ...data, address: addressRecord(verification, urlOf) } }
}

/** The event that a verification's arrival at some point gives rise to. */
export const eventOf = (verification: Verification, type: EventType, createdAt: string): Event => ({
  id: eventIdOf(verification.id, type),
  organisationId: verification.organisationId,
  mode: verification.mode,
  event: definitionOf[verification.product].noun,
  eventType: type,
  verificationId: verification.id,
  createdAt,
})

/** The event that the end of a late look-up gives rise to. */
export const identityEventOf = (
  { organisationId, mode, verificationId }: VerificationKey,
  createdAt: string,
): Event => ({
  id: eventIdOf(verificationId, 'verification_completed'),
  organisationId,
  mode,
  event: 'identity',
  eventType: 'verification_completed',
  verificationId,
  createdAt,
})

/** Whether an endpoint that asked for these events wants this one. */
export const isWanted = (
  filters: readonly EventFilter[],
  event: Pick<Event, 'event' | 'eventType'>,
): boolean => filters.includes(`${event.event}.*`) || filters.includes(`${event.event}.${event.eventType}`)

/** An event as a line of a list. */
export const toEventLine = (event: Omit<Event, 'organisationId' | 'mode'>) => ({
  id: event.id,
  event: event.event,
  event_type: event.eventType,
  createdAt: event.createdAt,
  verificationId: event.verificationId,
})
