import * as z from 'zod/mini'
import { id, timestamp } from '../http/contract/text.ts'

/** Derived from the verification, so that an event that is built twice is one event. */
export const eventId = z.string().check(z.regex(/^evt_[a-z0-9_]{1,80}$/))

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
  'role',
  'internal',
] as const
export type FailureKind = (typeof failureKinds)[number]

/** One signed request to an endpoint. Kept for 30 days. */
export const Attempt = z.object({
  /** The id of the event: the same in every delivery of it. @example "evt_890123456789012_completed" */
  eventId,
  /** The id of the endpoint. @example 890123456789030 */
  endpointId: id,
  /** Counts all attempts of this event at this endpoint, resends included. @example 1 */
  attempt: z.int(),
  /** When the request was sent. @example "2026-11-20T09:31:00.000Z" */
  at: timestamp,
  /**
   * What followed: `retry` means that another attempt is scheduled, `gave-up` that none is.
   * @example "delivered"
   */
  outcome: z.enum(['delivered', 'retry', 'gave-up', 'disable']),
  /** The HTTP status of your endpoint’s response. Null without a response. @example 200 */
  status: z.nullable(z.int()),
  /** How long it took, in milliseconds. @example 84 */
  latencyMs: z.int(),
  /** At which step it failed. Null if it succeeded. @example "timeout" */
  failure: z.nullable(z.enum(failureKinds)),
  /** What went wrong, for people. Null if it succeeded. @example "No response within 10 seconds." */
  detail: z.nullable(z.string()),
  /**
   * The first 1 KB of your endpoint’s response, decoded; of a redirect, its `Location` stands before. Null
   * without a response.
   * @example "thanks"
   */
  answer: z.nullable(z.string()),
  /** When the next attempt is due. Null if none is scheduled. @example "2026-11-20T09:31:00.000Z" */
  nextAttemptAt: z.nullable(timestamp),
})
export type Attempt = z.infer<typeof Attempt>
