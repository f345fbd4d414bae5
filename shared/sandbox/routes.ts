import * as z from 'zod/mini'
import { eventId } from '../event/attempt-contract.ts'
import { optional, id, timestamp, text } from '../http/contract/text.ts'
import type { EventType } from '../event/name-contract.ts'
import { identityProducts } from '../identity/products.ts'
import { products } from '../verification/contract/product.ts'
import type { Route } from '../http/contract/route.ts'
import { identityScopes } from '../identity/routes.ts'

/** What the time of a test verification can be moved to: to when the simulated agent comes, and past its limits. */
const verificationTimes = ['visited', 'delayed', 'expired'] as const
export type VerificationTime = (typeof verificationTimes)[number]

/** Which thing's time to move, and to when: a verification's, a late look-up's, or a delivery's. */
export const MoveClock = z.object({
  to: z.enum([...verificationTimes, 'given_up', 'next_attempt', 'five_days']),
  /** The verification, or for `given_up` the look-up. */
  verificationId: optional(id),
  /** The delivery: which event, to which endpoint. */
  eventId: optional(eventId),
  endpointId: optional(id),
})
export type MoveClock = z.infer<typeof MoveClock>

/** What was to come by then has come about, or is on its way. */
export const MovedClock = z.object({
  to: MoveClock.shape.to,
  /** When it came about, or was sent on its way: the real time, as everywhere. */
  at: timestamp,
})

/** Everything that there can be an event about. */
export const sampleVerifications = products
export const sampleIdentities = identityProducts.map(({ name }) => name)

/** What a sample can tell of. An update follows from a dispute of a test verification. */
export const sampleTypes = [
  'verification_completed',
  'verification_started',
  'verification_delayed',
] as const satisfies readonly EventType[]

/** Which event to send, about what, and for a completion how it ended. */
export const SendSample = z.object({
  product: z.enum([...sampleVerifications, ...sampleIdentities]),
  event_type: optional(z.enum(sampleTypes)),
  /** A subStatus of the table of outcomes, or the verdict or failure of a look-up. */
  outcome: optional(text(60)),
})
export type SendSample = z.infer<typeof SendSample>

/** The event that is on its way, what it is about, and which endpoints will receive it. */
export const SentSample = z.object({ eventId, verificationId: id, endpointIds: z.array(id) })

/** The test clock: part of the list in `routes.ts`. */
export const clockRoutes = {
  moveTestClock: {
    method: 'POST',
    path: '/v1/sandbox/clock',
    tag: 'Sandbox',
    summary: 'Bring now what time would bring to a test verification, a late look-up or a delivery',
    access: ['addresses', 'employments', ...identityScopes, 'webhooks'],
    inPortal: true,
    body: MoveClock,
    answers: { 202: MovedClock },
    problems: ['not_found', 'already_decided', 'nothing_waits', 'webhook_disabled'],
  },
} as const satisfies Record<string, Route>

/** Sample events: part of the list in `routes.ts`. */
export const sampleRoutes = {
  sendSampleEvent: {
    method: 'POST',
    path: '/v1/sandbox/events',
    tag: 'Sandbox',
    summary: 'Have a sample of any event sent to your endpoints',
    access: ['addresses', 'employments', ...identityScopes],
    inPortal: true,
    body: SendSample,
    answers: { 202: SentSample },
    problems: ['not_found'],
  },
} as const satisfies Record<string, Route>
