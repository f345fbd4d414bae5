import * as z from 'zod/mini'
import { eventId } from '../event/attempt-contract.ts'
import type { Route } from '../http/contract/route.ts'
import { id, optional, timestamp } from '../http/contract/text.ts'

const verificationTimes = ['delayed', 'expired'] as const
export type VerificationTime = (typeof verificationTimes)[number]

/** What to move, and to which time. */
export const MoveClock = z.object({
  /** The time to move to. @example "expired" */
  to: z.enum([...verificationTimes, 'next_attempt', 'five_days']),
  /** The verification. For `delayed` and `expired`. @example 890123456789012 */
  verificationId: optional(id),
  /** The event. For `next_attempt` and `five_days`. @example "evt_890123456789012_completed" */
  eventId: optional(eventId),
  /** The endpoint that the event goes to. For `next_attempt` and `five_days`. @example 890123456789030 */
  endpointId: optional(id),
})
export type MoveClock = z.infer<typeof MoveClock>

/** The time was reached. */
export const MovedClock = z.object({
  /** The time to move to. @example "expired" */
  to: MoveClock.shape.to,
  /** The real time at which it happened. @example "2026-11-20T09:31:00.000Z" */
  at: timestamp,
})

export const clockRoutes = {
  /**
   * Moves the time of one test verification or delivery, so that you need not wait for days. All other times
   * stay real.
   * @costs Nothing: test mode is never invoiced.
   * @returns 202 with the real time at which it happened. What follows, follows within seconds.
   * @events address.verification_delayed, address.verification_completed, employment.verification_delayed,
   * employment.verification_completed, identity.verification_completed, endpoint.endpoint_disabled
   */
  moveTestClock: {
    method: 'POST',
    path: '/v1/sandbox/clock',
    tag: 'Sandbox',
    summary: 'Move the test clock of a test verification or a delivery',
    access: ['addresses', 'employments', 'webhooks'],
    inPortal: true,
    body: MoveClock,
    answers: { 202: MovedClock },
    problems: ['not_found', 'already_decided', 'nothing_waits', 'webhook_disabled'],
  },
} as const satisfies Record<string, Route>
