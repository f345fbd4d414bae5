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

/** Always null so far. */
export const EventSummary = z.object({})

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

/** `identity` is the response of the lookup, or the reason why there is none. */
export const IdentityEvent = z.object({
  event: unmasked(z.literal('identity')),
  event_type: unmasked(z.literal('verification_completed')),
  data: z.object({ ...subject, identity: LateLookupResult }),
})

/** No personal data and no secret, so that every payload profile is sent all of it. */
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
        /** The first failure since the last success. */
        failingSince: z.nullable(timestamp),
        /** Null without a response. */
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
  /** Null for events about an endpoint. */
  verificationId: z.nullable(id),
  /** Null for events about a verification. */
  endpointId: z.nullable(id),
  /** Per verification: 1 started, 2 delayed, 3 completed, from 4 on updated; per endpoint a growing number. A lower number than one that was seen is stale. */
  sequence: z.int(),
  /** When it happened; it was frozen at `createdAt`. */
  occurredAt: timestamp,
  /** Null for events before the end. */
  receipt: z.nullable(z.string()),
})

export const EventList = pageSchema(EventListItem)

/** Newest first by default. Oldest first suits catching up: events appear seconds late, never before a cursor, and every page with items has a cursor. */
export const EventFilterQuery = z.object({
  ...Page.shape,
  event: z.optional(z.enum(allEventResources)),
  event_type: z.optional(z.enum(allEventTypes)),
  from: z.optional(instant),
  to: z.optional(instant),
  order: z.optional(z.enum(['newest', 'oldest'])),
})

/** `bodyRaw` has the exact bytes for clients with the product's scope; ids and status for others. */
export const EventResponse = z.object({
  ...EventListItem.shape,
  body: z.union([Envelope, ThinEnvelope]),
  bodyRaw: z.string(),
  /** After 90 days; identity events, stored encrypted, after 4. */
  expiresAt: timestamp,
  /** The last 100, oldest first. */
  attempts: z.array(Attempt),
})

/** Default: all endpoints that subscribed. */
export const ResendEvent = z.object({ endpointId: optional(id) })

export const ResendResponse = z.object({ endpointIds: z.array(id) })
