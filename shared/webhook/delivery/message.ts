import type { Tenant } from '../../table/tenant.ts'

/* Queues carry ids and times, never a person. */

/** An attempt outside the retry schedule, which goes on afterwards. */
export interface UnscheduledAttempt {
  /** ISO 8601. */
  readonly resumesAt: string
  /** 1 for the first since the last scheduled attempt. */
  readonly count: number
}

/** Queue `deliveries`, and `slow-deliveries` once it is due to a slow receiver: one attempt to send one event to one endpoint. */
export interface Delivery extends Tenant {
  readonly eventId: string
  readonly endpointId: number
  /** From 1. */
  readonly attempt: number
  /** The attempt that the schedule counts from: 1, or the first of a resend; 0 for an unscheduled attempt. */
  readonly firstAttempt: number
  /** Waits beyond the queue's longest delay are made in hops. */
  readonly notBeforeMs: number
  /** Several messages may ask for this attempt at the same time; one of them makes it. */
  readonly isContended?: true
  readonly unscheduled?: UnscheduledAttempt
}

/** Queue `deliveries`: the search for events that did not reach an endpoint, a page at a time. */
export interface Recovery extends Tenant {
  readonly kind: 'recovery'
  readonly endpointId: number
  readonly since: string
  readonly until: string
  /** An event with an attempt since then is on its way already. */
  readonly untriedSince: string
  /** Leaves out events whose schedule has ended. */
  readonly skipsGivenUp: boolean
  readonly after?: string
}

/** Queue `deliveries`: an endpoint has recovered, and deliveries that wait for a far retry are released, a page at a time. */
export interface Release extends Tenant {
  readonly kind: 'release'
  readonly endpointId: number
  readonly since: string
  readonly until: string
  readonly after?: string
}

export type DispatcherMessage = Delivery | Recovery | Release
