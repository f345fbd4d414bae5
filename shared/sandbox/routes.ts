import * as z from 'zod/mini'
import { eventId } from '../event/attempt-contract.ts'
import type { EventType } from '../event/name-contract.ts'
import type { Route } from '../http/contract/route.ts'
import { id, optional, text, timestamp } from '../http/contract/text.ts'
import { identityProducts } from '../identity/products.ts'
import { identityScopes } from '../identity/routes.ts'
import { products } from '../verification/contract/product.ts'

const verificationTimes = ['visited', 'delayed', 'expired'] as const
export type VerificationTime = (typeof verificationTimes)[number]

export const MoveClock = z.object({
  to: z.enum([...verificationTimes, 'given_up', 'next_attempt', 'five_days']),
  /** The look-up for `given_up`, else the verification. */
  verificationId: optional(id),
  eventId: optional(eventId),
  endpointId: optional(id),
})
export type MoveClock = z.infer<typeof MoveClock>

export const MovedClock = z.object({
  to: MoveClock.shape.to,
  /** The real time at which it happened or was sent. */
  at: timestamp,
})

export const sampleVerifications = products
export const sampleIdentities = identityProducts.map(({ name }) => name)

/** An update follows from a dispute of a test verification. */
export const sampleTypes = [
  'verification_completed',
  'verification_started',
  'verification_delayed',
] as const satisfies readonly EventType[]

export const SendSample = z.object({
  product: z.enum([...sampleVerifications, ...sampleIdentities]),
  event_type: optional(z.enum(sampleTypes)),
  /** A subStatus of the table of outcomes, or the verdict or failure of a look-up. */
  outcome: optional(text(60)),
})
export type SendSample = z.infer<typeof SendSample>

export const SentSample = z.object({ eventId, verificationId: id, endpointIds: z.array(id) })

export const clockRoutes = {
  moveTestClock: {
    method: 'POST',
    path: '/v1/sandbox/clock',
    tag: 'Sandbox',
    summary: 'Move the test clock of a test verification, a late look-up or a delivery',
    access: ['addresses', 'employments', ...identityScopes, 'webhooks'],
    inPortal: true,
    body: MoveClock,
    answers: { 202: MovedClock },
    problems: ['not_found', 'already_decided', 'nothing_waits', 'webhook_disabled'],
  },
} as const satisfies Record<string, Route>

export const sampleRoutes = {
  sendSampleEvent: {
    method: 'POST',
    path: '/v1/sandbox/events',
    tag: 'Sandbox',
    summary: 'Send a sample of any event to your endpoints',
    access: ['addresses', 'employments', ...identityScopes],
    inPortal: true,
    body: SendSample,
    answers: { 202: SentSample },
    problems: ['not_found'],
  },
} as const satisfies Record<string, Route>
