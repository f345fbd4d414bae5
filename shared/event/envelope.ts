import * as z from 'zod/mini'
import { flagsVersion } from '../work/assignment/assignment.ts'
import { encryptFor } from '../aws/secret.ts'
import { type Mask, masks } from '../http/contract/mask.ts'
import type { LateLookupResult } from '../identity/contract/lookup.ts'
import type { TrailEvent } from '../trail/entry.ts'
import { verificationTypeOf } from '../verification/contract/product.ts'
import { toRecord } from '../verification/record.ts'
import type { PhotoUrl } from '../verification/response.ts'
import { transitionsVersion } from '../verification/transition.ts'
import type { Verification } from '../verification/verification.ts'
import { bodyDigest, bodyPurpose, pack } from './body.ts'
import { Envelope } from './contract.ts'
import { type Event, parseRevision } from './event.ts'
import { freezeEvent } from './freeze-store.ts'
import type { EventType } from './name-contract.ts'

const texts: Readonly<Record<Exclude<Mask, 'shown'>, (text: string) => string>> = {
  initials: text => text.replace(/\S+/gu, word => `${[...word][0]}***`),
  'last-four': text => `****${text.length > 6 ? text.slice(-4) : ''}`,
  mailbox: text => text.replace(/^(.)?.*?(@.*)?$/su, '$1***$2'),
  'date-form': text => text.replace(/\d/g, '*'),
}

const maskedLeaf = (mask: Mask | undefined, value: unknown): unknown => {
  if (mask === undefined) return null
  if (mask === 'shown') return value
  if (typeof value !== 'string') return null
  return value && texts[mask](value)
}

type UnionDefinition = z.core.$ZodUnionDef & Partial<Pick<z.core.$ZodDiscriminatedUnionDef, 'discriminator'>>

const definitionOf = (schema: z.core.$ZodType) => (schema as z.core.$ZodTypes)._zod.def

const hasField = (option: z.core.$ZodType, name: string, value: unknown): boolean => {
  const definition = definitionOf(option)
  const field = definition.type === 'object' ? definition.shape[name] : undefined
  return field !== undefined && z.safeParse(field, value).success
}

const memberOf = ({ options, discriminator }: UnionDefinition, value: unknown): z.core.$ZodType | undefined =>
  options.find(option =>
    discriminator === undefined
      ? z.safeParse(option, value).success
      : hasField(option, discriminator, (value as Readonly<Record<string, unknown>>)[discriminator]),
  )

const maskedFields = (shape: z.core.$ZodShape, value: object, mask: Mask | undefined): object =>
  Object.fromEntries(
    Object.entries(shape)
      .filter(([name]) => Object.hasOwn(value, name))
      .map(([name, field]) => [name, maskValue(field, (value as Record<string, unknown>)[name], mask)]),
  )

/**
 * Masks a value for the payload `masked`: null unless its schema declares a mask, which holds for everything inside.
 * Leaves out unknown fields, and those that the value lacks, as an older event does.
 */
export const maskValue = (schema: z.core.$ZodType, value: unknown, outer?: Mask): unknown => {
  const mask = masks.get(schema)?.mask ?? outer
  if (value === null || value === undefined) return value
  const def = definitionOf(schema)
  switch (def.type) {
    case 'object':
      return maskedFields(def.shape, value as object, mask)
    case 'array':
      return (value as unknown[]).map(item => maskValue(def.element, item, mask))
    case 'nullable':
    case 'optional':
    case 'default':
      return maskValue(def.innerType, value, mask)
    case 'pipe':
      return maskValue(def.out, value, mask)
    case 'union': {
      const member = memberOf(def, value)
      return member ? maskValue(member, value, mask) : null
    }
    default:
      return maskedLeaf(mask, value)
  }
}

/** The webhook body about a verification (interface §6), as its schema will parse it. */
export const buildEnvelope = (verification: Verification, type: EventType, urlOf: PhotoUrl): object => {
  const { id, customerReference, product } = verification
  const verificationType = verificationTypeOf[product]
  const data = { id, summary: null, customerReference, [verificationType]: toRecord(verification, urlOf) }
  return { event: verificationType, event_type: type, data }
}

/** The webhook body about a late look-up. Look-ups have no customer reference. */
export const buildLateEnvelope = (id: number, identity: LateLookupResult): Envelope => ({
  event: 'identity',
  event_type: 'verification_completed',
  data: { id, summary: null, customerReference: '', identity },
})

const isSoundKey = (key: string): boolean => key !== '__proto__' && key.isWellFormed()

/** Copies an object only where it must: JSON.stringify finds a cycle among originals alone. */
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

/** The bytes that an endpoint with masked payloads receives, made once, as the event is frozen. */
export const toMaskedBytes = (body: string): string => encode(maskValue(Envelope, JSON.parse(body)) as object)

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
