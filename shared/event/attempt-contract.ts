import * as z from 'zod/mini'
import { id, timestamp } from '../http/contract/text.ts'

/** Event ids are strings, derived from the verification, so that an event built twice is one event. */
export const eventId = z.string().check(z.regex(/^evt_[a-z0-9_]{1,80}$/))

/** What went wrong on the way to an endpoint. */
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

/** One delivery attempt; kept 30 days. */
export const Attempt = z.object({
  eventId,
  endpointId: id,
  /** Counts all attempts to bring this event to this endpoint, those of a resend too. */
  attempt: z.int(),
  at: timestamp,
  outcome: z.enum(['delivered', 'retry', 'gave-up', 'disable']),
  status: z.nullable(z.int()),
  latencyMs: z.int(),
  failure: z.nullable(z.enum(failureKinds)),
  detail: z.nullable(z.string()),
  /** First 1 KB of the receiver's answer. */
  answer: z.nullable(z.string()),
  nextAttemptAt: z.nullable(timestamp),
})
export type Attempt = z.infer<typeof Attempt>
