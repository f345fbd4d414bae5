import type { Mode } from '../../table/tenant.ts'

/* What queues carry: ids and times, never a person. */

/** What is known of an attempt that is made beside a schedule. */
export interface UnscheduledAttempt {
  /** When the schedule goes on, ISO 8601. */
  readonly resumesAt: string
  /** 1 for the first since the schedule's own last attempt. */
  readonly count: number
}

/** Queue `deliveries`, and `slow-deliveries` once it is due to a slow receiver: one attempt to bring one event to one endpoint. */
export interface Delivery {
  readonly organisationId: number
  readonly mode: Mode
  readonly eventId: string
  readonly endpointId: number
  /** 1 for the first. */
  readonly attempt: number
  /** The attempt that the schedule counts from: 1, or the first of a resend; 0 if it is made beside a schedule that goes on. */
  readonly firstAttempt: number
  /** Milliseconds since 1970; waits beyond the queue's longest delay are made in hops. */
  readonly notBeforeMs: number
  /** Many may ask for this attempt at the same time, and one of them makes it. */
  readonly isAskedByMany?: true
  readonly beside?: UnscheduledAttempt
}

/** Queue `deliveries`, too: the search for what did not reach an endpoint, a page at a time. */
export interface Recovery {
  readonly kind: 'recovery'
  readonly organisationId: number
  readonly mode: Mode
  readonly endpointId: number
  /** Events created at or after, ISO 8601. */
  readonly since: string
  /** Events created before. */
  readonly until: string
  /** An event tried since then is on its way already. */
  readonly untriedSince: string
  /** Whether events that were tried to the end of the schedule stay given up. */
  readonly skipsGivenUp: boolean
  /** Where the next page starts. */
  readonly after?: string
}

/** Queue `deliveries`, too: an endpoint that failed answers again, and what waits for a far retry is freed, a page at a time. */
export interface Release {
  readonly kind: 'release'
  readonly organisationId: number
  readonly mode: Mode
  readonly endpointId: number
  /** Attempts made at or after, ISO 8601. */
  readonly since: string
  /** Attempts made before. */
  readonly until: string
  /** Where the next page starts. */
  readonly after?: string
}

export type DispatcherMessage = Delivery | Recovery | Release
