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

/** Stored for 30 days. */
export const Attempt = z.object({
  eventId,
  endpointId: id,
  /** Counts all attempts of this event at this endpoint, resends included. */
  attempt: z.int(),
  at: timestamp,
  outcome: z.enum(['delivered', 'retry', 'gave-up', 'disable']),
  status: z.nullable(z.int()),
  latencyMs: z.int(),
  failure: z.nullable(z.enum(failureKinds)),
  detail: z.nullable(z.string()),
  /** First 1 KB of the receiver's response. */
  answer: z.nullable(z.string()),
  nextAttemptAt: z.nullable(timestamp),
})
export type Attempt = z.infer<typeof Attempt>
