import * as z from 'zod/mini'
import { eventId } from '../event/attempt-contract.ts'
import { optional } from '../http/contract/optional.ts'
import { id, timestamp } from '../http/contract/text.ts'

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
