import * as z from 'zod/mini'
import { AddressRecord } from './address.ts'
import { EmploymentRecord } from './employment.ts'
import { Page } from './list.ts'
import { id, timestamp } from './text.ts'

/** The nouns that events are about: the envelope's field `event`. */
export const eventNouns = ['address', 'employment'] as const
export type EventNoun = (typeof eventNouns)[number]

/** What can happen to them: the envelope's field `event_type`. Only the first is sent unless an endpoint asks for more. */
export const eventTypes = ['verification_completed', 'verification_started', 'verification_delayed'] as const
export type EventType = (typeof eventTypes)[number]

export type EventName = `${EventNoun}.${EventType}`
export type EventFilter = EventName | `${EventNoun}.*`

/** What an endpoint may subscribe to: one event, or all of a noun. */
export const eventFilters: readonly EventFilter[] = eventNouns.flatMap(noun => [
  ...eventTypes.map(type => `${noun}.${type}` as const),
  `${noun}.*` as const,
])

export const defaultEventFilters = eventNouns.map(noun => `${noun}.verification_completed` as const)

/** Webhook body (interface §6), and nothing else. */
export const Envelope = z.discriminatedUnion('event', [
  z.object({
    event: z.literal('address'),
    event_type: z.enum(eventTypes),
    data: z.object({ id, summary: z.null(), customerReference: z.string(), address: AddressRecord }),
  }),
  z.object({
    event: z.literal('employment'),
    event_type: z.enum(eventTypes),
    data: z.object({ id, summary: z.null(), customerReference: z.string(), employment: EmploymentRecord }),
  }),
])
export type Envelope = z.infer<typeof Envelope>

/** Event ids are strings, derived from the verification, so that an event built twice is one event. */
export const eventId = z.string().check(z.regex(/^evt_[a-z0-9_]{1,80}$/))

/** What went wrong on the way to an endpoint. */
export const failureKinds = [
  'url',
  'dns',
  'refused-address',
  'connect',
  'tls',
  'timeout',
  'reset',
  'protocol',
  'redirect',
  'status',
  'internal',
] as const
export type FailureKind = (typeof failureKinds)[number]

/** One delivery attempt; kept 30 days. */
export const Attempt = z.object({
  endpointId: id,
  attempt: z.int(),
  at: timestamp,
  outcome: z.enum(['delivered', 'retry', 'gave-up', 'disable']),
  status: z.nullable(z.int()),
  latencyMs: z.int(),
  failure: z.nullable(z.enum(failureKinds)),
  detail: z.nullable(z.string()),
  /** First 1 KB of the receiver's answer. */
  answer: z.nullable(z.string()),
  nextAttemptAt: z.nullable(timestamp),
})
export type Attempt = z.infer<typeof Attempt>

export const EventLine = z.object({
  id: eventId,
  event: z.enum(eventNouns),
  event_type: z.enum(eventTypes),
  createdAt: timestamp,
  verificationId: id,
})
export type EventLine = z.infer<typeof EventLine>

export const EventList = z.object({ data: z.array(EventLine), nextCursor: z.nullable(z.string()) })
export const EventFilterQuery = Page

/** One event: parsed in `body`, the exact bytes that are delivered in `bodyRaw`. */
export const Event = z.object({
  ...EventLine.shape,
  body: Envelope,
  bodyRaw: z.string(),
  attempts: z.array(Attempt),
})
export type Event = z.infer<typeof Event>
