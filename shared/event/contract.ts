import * as z from 'zod/mini'
import { unmasked } from '../http/contract/mask.ts'
import { optional, id, timestamp } from '../http/contract/text.ts'
import { instant, pageSchema, Page } from '../http/contract/page.ts'
import { LateLookupResult, LateStatus } from '../identity/contract/lookup.ts'
import { AddressRecord } from '../verification/contract/address.ts'
import { EmploymentRecord } from '../verification/contract/employment.ts'
import { Status } from '../verification/contract/status.ts'
import { Attempt, eventId } from './attempt-contract.ts'
import {
  allEventResources,
  allEventTypes,
  disableReasons,
  endpointDisabled,
  endpointResource,
  eventResources,
  eventTypes,
} from './name-contract.ts'

/** What sums an event up: nothing as yet, so that it is always null. */
export const EventSummary = z.object({})

/** What every event says of its subject beside the record. */
const subject = {
  id: unmasked(id),
  summary: unmasked(z.nullable(EventSummary)),
  customerReference: z.string(),
}

export const AddressEvent = z.object({
  event: unmasked(z.literal('address')),
  event_type: unmasked(z.enum(eventTypes)),
  data: z.object({ ...subject, address: AddressRecord }),
})

export const EmploymentEvent = z.object({
  event: unmasked(z.literal('employment')),
  event_type: unmasked(z.enum(eventTypes)),
  data: z.object({ ...subject, employment: EmploymentRecord }),
})

/** A late result: `identity` is what the look-up would have answered, or says why there is no answer. */
export const IdentityEvent = z.object({
  event: unmasked(z.literal('identity')),
  event_type: unmasked(z.literal('verification_completed')),
  data: z.object({ ...subject, identity: LateLookupResult }),
})

/** Nothing of a person, and nothing that its receiver keeps secret: every payload is this one, whole. */
export const EndpointEvent = z.object({
  event: unmasked(z.literal(endpointResource)),
  event_type: unmasked(z.literal(endpointDisabled)),
  data: z.object({
    ...subject,
    endpoint: unmasked(
      z.object({
        id,
        enabled: z.boolean(),
        reason: z.enum(disableReasons),
        disabledReason: z.string(),
        disabledAt: timestamp,
        /** The first failure since its last success. */
        failingSince: z.nullable(timestamp),
        /** What its receiver answered last; null if nothing came. */
        lastStatus: z.nullable(z.int()),
      }),
    ),
  }),
})

/** A webhook body about a verification or look-up (interface §6), and nothing else. */
export const RecordEnvelope = z.discriminatedUnion('event', [AddressEvent, EmploymentEvent, IdentityEvent])
export type RecordEnvelope = z.infer<typeof RecordEnvelope>

/** Every webhook body. */
export const Envelope = z.discriminatedUnion('event', [
  AddressEvent,
  EmploymentEvent,
  IdentityEvent,
  EndpointEvent,
])
export type Envelope = z.infer<typeof Envelope>

/** What an endpoint with the payload profile `thin` is sent instead. */
export const ThinEnvelope = z.object({
  event: z.enum(eventResources),
  event_type: z.enum(eventTypes),
  data: z.object({ ...subject, status: z.union([Status, LateStatus]) }),
})
export type ThinEnvelope = z.infer<typeof ThinEnvelope>

export const EventListItem = z.object({
  id: eventId,
  event: z.enum(allEventResources),
  event_type: z.enum(allEventTypes),
  createdAt: timestamp,
  /** The verification or look-up that it is about; null if it is about an endpoint. */
  verificationId: z.nullable(id),
  /** The endpoint that it is about; null if it is about a verification. */
  endpointId: z.nullable(id),
  /**
   * Its place among the events of its verification: 1 started, 2 delayed, 3 completed, from 4 on updated; among those of
   * its endpoint, a number that grows. A lower one than was seen is stale.
   */
  sequence: z.int(),
  /** When what it tells happened; it was frozen at `createdAt`. */
  occurredAt: timestamp,
  /** Where the receipt of this end is fetched; null of events before the end. */
  receipt: z.nullable(z.string()),
})

export const EventList = pageSchema(EventListItem)

/**
 * Newest first unless told. Oldest first is the order to catch up in: events appear some seconds late, but none
 * appears before a place that was passed, and every page that holds something has a cursor to go on from later.
 */
export const EventFilterQuery = z.object({
  ...Page.shape,
  event: z.optional(z.enum(allEventResources)),
  event_type: z.optional(z.enum(allEventTypes)),
  /** Created at or after. */
  from: z.optional(instant),
  /** Created before. */
  to: z.optional(instant),
  order: z.optional(z.enum(['newest', 'oldest'])),
})

/**
 * One event: parsed in `body`, as bytes in `bodyRaw`. Whole, the exact bytes that are delivered, for a client with the
 * scope of its product; ids and status for any other.
 */
export const EventResponse = z.object({
  ...EventListItem.shape,
  body: z.union([Envelope, ThinEnvelope]),
  bodyRaw: z.string(),
  /** When the event and its body are deleted: after 90 days, an identity event, whose body is kept encrypted, after 4. */
  expiresAt: timestamp,
  /** The last 100, oldest first. */
  attempts: z.array(Attempt),
})

/** To one endpoint, whatever it subscribed to; to all that subscribed, unless given. */
export const ResendEvent = z.object({ endpointId: optional(id) })

/** The endpoints that the event is on its way to. */
export const ResendResponse = z.object({ endpointIds: z.array(id) })
