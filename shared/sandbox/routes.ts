import * as z from 'zod/mini'
import { eventId } from '../event/attempt-contract.ts'
import type { Route } from '../http/contract/route.ts'
import { id, optional, timestamp } from '../http/contract/text.ts'
import { identityScopes } from '../identity/routes.ts'

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
