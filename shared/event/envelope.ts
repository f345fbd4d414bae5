import { flagsVersion } from '../assignment/assignment.ts'
import { encryptFor } from '../aws/encryption.ts'
import type { LateLookupResult } from '../identity/contract/lookup.ts'
import type { TrailEvent } from '../trail/entry.ts'
import { verificationTypeOf } from '../verification/contract/product.ts'
import { toRecord } from '../verification/record.ts'
import type { PhotoUrl } from '../verification/response.ts'
import { transitionsVersion } from '../verification/transition.ts'
import type { Verification } from '../verification/verification.ts'
import { bodyPurpose, pack } from './body.ts'
import { Envelope } from './contract.ts'
import { type Event, parseRevision } from './event.ts'
import { freezeEvent } from './freeze-store.ts'
import { maskValue } from './masking.ts'
import type { EventType } from './name-contract.ts'
import { bodyDigest } from './publication.ts'

/** The webhook body about a verification (interface §6), as its schema will parse it. */
export const buildEnvelope = (verification: Verification, type: EventType, urlOf: PhotoUrl): object => {
  const { id, customerReference, product } = verification
  const noun = verificationTypeOf[product]
  const data = { id, summary: null, customerReference, [noun]: toRecord(verification, urlOf) }
  return { event: noun, event_type: type, data }
}

/** The webhook body about a late look-up. Look-ups have no customer reference. */
export const buildLateEnvelope = (id: number, identity: LateLookupResult): Envelope => ({
  event: 'identity',
  event_type: 'verification_completed',
  data: { id, summary: null, customerReference: '', identity },
})

const isSoundKey = (key: string): boolean => key !== '__proto__' && key.isWellFormed()

const toWellFormed = (value: unknown): unknown => {
  if (typeof value === 'string') return value.toWellFormed()
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  if (Object.keys(value).every(isSoundKey)) return value
  const entries = Object.entries(value).filter(([key]) => key !== '__proto__')
  return Object.fromEntries(entries.map(([key, item]) => [key.toWellFormed(), item]))
}

/**
 * Formats compact JSON that any parse and stringify gives back unchanged, so that a receiver who signs its re-serialised
 * body agrees with us. Lone surrogates become U+FFFD, because many parsers refuse or replace them. A key `__proto__`
 * is left out.
 * @throws TypeError for a bigint, a cycle, or a value that has no JSON form
 */
export const encode = (envelope: object): string => {
  const text: string | undefined = JSON.stringify(envelope, (_key, value: unknown) => toWellFormed(value))
  if (text === undefined) throw new TypeError('The envelope has no JSON form')
  return text
}

/** The exact bytes of an envelope: what its schema declares and nothing else, in the schema's order. */
export const toEventBytes = (envelope: object): string => encode(Envelope.parse(envelope))

/** The bytes that an endpoint with masked payloads receives. They are made once, as the event is frozen. */
export const toMaskedBytes = (body: string): string => encode(maskValue(Envelope, JSON.parse(body)) as object)

/** An event's bodies as they are stored. */
export const packBodies = (body: string): Uint8Array => pack(`${body}\n${toMaskedBytes(body)}`)

/**
 * The trail entry about the event of an outcome or its revision: its id and digest, which the trail keeps longer than the
 * event, and the versions of the rules. Earlier events have none; a look-up's verdict names its rules itself.
 */
export const toPublishedTrailEvent = (event: Event, body: string): TrailEvent | undefined => {
  if (parseRevision(event.id) === undefined) return undefined
  const rules = event.event === 'identity' ? {} : { transitions: transitionsVersion, flags: flagsVersion }
  const facts = { eventId: event.id, sha256: bodyDigest(body), ...rules }
  return { what: 'told', by: 'service', facts }
}

/** Stores an event with its bodies once; a second build changes nothing. Returns whether this was the first. */
export const freezeEnvelope = async (event: Event, envelope: object): Promise<boolean> => {
  const body = toEventBytes(envelope)
  const packed = packBodies(body)
  const stored = event.event === 'identity' ? await encryptFor(bodyPurpose, event.id, packed) : packed
  return freezeEvent(event, stored, toPublishedTrailEvent(event, body))
}
