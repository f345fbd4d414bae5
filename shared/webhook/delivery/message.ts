import type { Mode } from '../../table/tenant.ts'

/* Queue messages: ids and times, never personal data. */

export interface UnscheduledAttempt {
  /** ISO 8601. */
  readonly resumesAt: string
  /** From 1, since the schedule's last attempt. */
  readonly count: number
}

/** Queues `deliveries` and `slow-deliveries`: one attempt of one event at one endpoint. */
export interface Delivery {
  readonly organisationId: number
  readonly mode: Mode
  readonly eventId: string
  readonly endpointId: number
  /** From 1. */
  readonly attempt: number
  /** First attempt of the schedule: 1, or that of a resend; 0 for an unscheduled attempt. */
  readonly firstAttempt: number
  /** Longer waits than the queue's maximum delay take several hops. */
  readonly notBeforeMs: number
  /** Many requests may ask for this attempt; one makes it. */
  readonly isAskedByMany?: true
  readonly beside?: UnscheduledAttempt
}

/** Queue `deliveries`: a page of the search for undelivered events. */
export interface Recovery {
  readonly kind: 'recovery'
  readonly organisationId: number
  readonly mode: Mode
  readonly endpointId: number
  readonly since: string
  readonly until: string
  /** A later attempt means that the event is being delivered. */
  readonly untriedSince: string
  /** Whether events with an exhausted schedule are skipped. */
  readonly skipsGivenUp: boolean
  readonly after?: string
}

/** Queue `deliveries`: a page of what waits for a recovered endpoint. */
export interface Release {
  readonly kind: 'release'
  readonly organisationId: number
  readonly mode: Mode
  readonly endpointId: number
  readonly since: string
  readonly until: string
  readonly after?: string
}

export type DispatcherMessage = Delivery | Recovery | Release
