import type { Mode } from '../../table/tenant.ts'

/* What queues carry: ids and times, never a person. */

/** Queue `deliveries`: one attempt to bring one event to one endpoint. */
export interface Delivery {
  readonly organisationId: number
  readonly mode: Mode
  readonly eventId: string
  readonly endpointId: number
  /** 1 for the first. */
  readonly attempt: number
  /** The attempt that the schedule counts from: 1, or the first of a resend. */
  readonly firstAttempt: number
  /** Milliseconds since 1970; waits beyond the queue's longest delay are made in hops. */
  readonly notBeforeMs: number
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
