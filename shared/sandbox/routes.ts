import * as z from 'zod/mini'
import { eventId } from '../event/attempt-contract.ts'
import type { Route } from '../http/contract/route.ts'
import { id, optional, timestamp } from '../http/contract/text.ts'

const verificationTimes = ['delayed', 'expired'] as const
export type VerificationTime = (typeof verificationTimes)[number]

export const MoveClock = z.object({
  to: z.enum([...verificationTimes, 'next_attempt', 'five_days']),
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
    summary: 'Move the test clock of a test verification or a delivery',
    access: ['addresses', 'employments', 'webhooks'],
    inPortal: true,
    body: MoveClock,
    answers: { 202: MovedClock },
    problems: ['not_found', 'already_decided', 'nothing_waits', 'webhook_disabled'],
  },
} as const satisfies Record<string, Route>
