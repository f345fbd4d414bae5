import * as z from 'zod/mini'
import { unmasked } from '../http/contract/mask.ts'
import { instant, Page, pageSchema } from '../http/contract/page.ts'
import { id, optional, timestamp } from '../http/contract/text.ts'
import { LateLookupResult, LateStatus } from '../identity/contract/lookup.ts'
import { AddressRecord } from '../verification/contract/address-record.ts'
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

/** Reserved for a later use. */
export const EventSummary = z.object({})

const subject = {
  /** The id of the verification. @example 890123456789012 */
  id: unmasked(id),
  /** Reserved for a later use. Always null. */
  summary: unmasked(z.nullable(EventSummary)),
  /** Your own reference. Empty for a look-up. @example "customer-1042" */
  customerReference: z.string(),
}

/** An event about an address verification. */
export const AddressEvent = z.object({
  /** The resource. @example "address" */
  event: unmasked(z.literal('address')),
  /** What happened. @example "verification_completed" */
  event_type: unmasked(z.enum(eventTypes)),
  /** What it is about. */
  data: z.object({
    ...subject,
    /** The whole record. */
    address: AddressRecord,
  }),
})

/** An event about an employment verification. */
export const EmploymentEvent = z.object({
  /** The resource. @example "employment" */
  event: unmasked(z.literal('employment')),
  /** What happened. @example "verification_completed" */
  event_type: unmasked(z.enum(eventTypes)),
  /** What it is about. */
  data: z.object({
    ...subject,
    /** The whole record. */
    employment: EmploymentRecord,
  }),
})

/** The result of a late look-up. */
export const IdentityEvent = z.object({
  /** The resource. @example "identity" */
  event: unmasked(z.literal('identity')),
  /** What happened. @example "verification_completed" */
  event_type: unmasked(z.literal('verification_completed')),
  /** What it is about. */
  data: z.object({
    ...subject,
    /** The response that the look-up would have returned, or why there is none. */
    identity: LateLookupResult,
  }),
})

// No personal data and no secret, so that every payload profile is sent all of it.
/** The service disabled another endpoint of yours. */
export const EndpointEvent = z.object({
  /** The resource. @example "endpoint" */
  event: unmasked(z.literal(endpointResource)),
  /** What happened. @example "endpoint_disabled" */
  event_type: unmasked(z.literal(endpointDisabled)),
  /** What it is about. */
  data: z.object({
    ...subject,
    /** The id of the endpoint. @example 890123456789030 */
    id: subject.id,
    /** Always empty. @example "" */
    customerReference: subject.customerReference,
    /** The endpoint that was disabled. */
    endpoint: unmasked(
      z.object({
        /** The id of the endpoint. @example 890123456789030 */
        id,
        /** Always false. @example false */
        enabled: z.boolean(),
        /** `gone`: it answered 410. `failing`: every attempt of five days failed. @example "gone" */
        reason: z.enum(disableReasons),
        /** The reason in words. @example "The receiver answered 410: it is gone." */
        disabledReason: z.string(),
        /** When it was disabled. @example "2026-11-20T09:31:00.000Z" */
        disabledAt: timestamp,
        /** The first failure since the last success. Null without one. @example "2026-11-20T09:31:00.000Z" */
        failingSince: z.nullable(timestamp),
        /** The last HTTP status. Null without a response. @example 410 */
        lastStatus: z.nullable(z.int()),
      }),
    ),
  }),
})

/** Interface §6. */
export const RecordEnvelope = z.discriminatedUnion('event', [AddressEvent, EmploymentEvent, IdentityEvent])
export type RecordEnvelope = z.infer<typeof RecordEnvelope>

export const Envelope = z.discriminatedUnion('event', [
  AddressEvent,
  EmploymentEvent,
  IdentityEvent,
  EndpointEvent,
])
export type Envelope = z.infer<typeof Envelope>

/** An event with ids and status alone. Read the record with your credentials. */
export const ThinEnvelope = z.object({
  /** The resource. @example "address" */
  event: z.enum(eventResources),
  /** What happened. @example "verification_completed" */
  event_type: z.enum(eventTypes),
  /** What it is about. */
  data: z.object({
    ...subject,
    /** How it ended, or where it stands. */
    status: z.union([Status, LateStatus]),
  }),
})
export type ThinEnvelope = z.infer<typeof ThinEnvelope>

/** An event in a list. */
export const EventListItem = z.object({
  /** The id of the event: the same in every delivery of it. @example "evt_890123456789012_completed" */
  id: eventId,
  /** The resource that the event is about. @example "address" */
  event: z.enum(allEventResources),
  /** What happened. @example "verification_completed" */
  event_type: z.enum(allEventTypes),
  /** When the bytes of the event were frozen. @example "2026-11-20T09:31:00.000Z" */
  createdAt: timestamp,
  /** The id of the verification. Null for an event about an endpoint. @example 890123456789012 */
  verificationId: z.nullable(id),
  /** The id of the endpoint. Null for an event about a verification. @example 890123456789030 */
  endpointId: z.nullable(id),
  /**
   * The place among the events of its verification: 1 started, 2 delayed, 3 completed, from 4 on updated. A
   * lower number than you have seen is stale.
   * @example 3
   */
  sequence: z.int(),
  /** When it happened. @example "2026-11-20T09:31:00.000Z" */
  occurredAt: timestamp,
  /**
   * The path of the receipt. Null before the end of the verification.
   * @example "/v1/addresses/890123456789012/receipt"
   */
  receipt: z.nullable(z.string()),
})

/** A page of events. @property data The events of this page. */
export const EventList = pageSchema(EventListItem)

/** Newest first by default. Oldest first suits catching up: events appear seconds late, never before a cursor, and every page with items has a cursor. */
export const EventFilterQuery = z.object({
  ...Page.shape,
  /** Only events about this resource. @example "address" */
  event: z.optional(z.enum(allEventResources)),
  /** Only events of this type. @example "verification_completed" */
  event_type: z.optional(z.enum(allEventTypes)),
  /** Only events created at this time or later. @example "2026-11-01" */
  from: z.optional(instant),
  /** Only events created before this time. @example "2026-12-01" */
  to: z.optional(instant),
  /** `newest` first, unless given, or `oldest` first to catch up. @example "oldest" */
  order: z.optional(z.enum(['newest', 'oldest'])),
})

/** An event with its bytes and attempts. */
export const EventResponse = z.object({
  ...EventListItem.shape,
  /** The event, as a delivery has it. */
  body: z.union([Envelope, ThinEnvelope]),
  /**
   * The exact bytes that are signed.
   * @example "{\"event\":\"address\",\"event_type\":\"verification_completed\"}"
   */
  bodyRaw: z.string(),
  /** When the event is deleted: after 90 days, of a look-up after 4. @example "2027-02-18T09:31:00.000Z" */
  expiresAt: timestamp,
  /** The last 100 attempts, oldest first. */
  attempts: z.array(Attempt),
})

/** Where to send the event again. */
export const ResendEvent = z.object({
  /** The endpoint that shall receive it. Unless given: all that subscribe to it. @example 890123456789030 */
  endpointId: optional(id),
})

/** Where the event is sent. */
export const ResendResponse = z.object({
  /** The endpoints that will receive it. @example [890123456789030] */
  endpointIds: z.array(id),
})
