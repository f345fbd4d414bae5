import { setting } from '../../aws/environment.ts'
import { type SqsMessage, sendAll, toMessage } from '../../aws/sqs.ts'
import type { Attempt } from '../../event/attempt-contract.ts'
import type { Tenant } from '../../table/tenant.ts'

/** Queue `deliveries`, and `slow-deliveries` once it is due: one attempt to send one event to one endpoint. */
export interface Delivery extends Tenant {
  readonly eventId: string
  readonly endpointId: number
  readonly attempt: number
  /** The attempt that the schedule counts from: 1, or the first of a resend. */
  readonly firstAttempt: number
  /** Waits beyond the queue's longest delay are made in hops. */
  readonly notBeforeMs: number
  /** Several messages may ask for this attempt at the same time; one of them makes it. */
  readonly isContended?: true
}

interface EndpointSearch extends Tenant {
  readonly kind: 'recovery'
  readonly endpointId: number
  readonly since: string
  readonly until: string
  readonly after?: string
}

/** Among the events of this time. */
export interface EventSearch extends EndpointSearch {
  readonly among: 'events'
  /** An event with an attempt since then is on its way already. */
  readonly untriedSince: string
  readonly skipsGivenUp: boolean
}

/** Among the events of the endpoint's attempts of this time: it failed then, and has recovered. */
export interface AttemptSearch extends EndpointSearch {
  readonly among: 'attempts'
}

/** Queue `deliveries`: the search for events that did not reach an endpoint, a page at a time. */
export type MissedSearch = EventSearch | AttemptSearch

export type DispatcherMessage = Delivery | MissedSearch

export const sendDeliveries = (messages: readonly SqsMessage[]): Promise<void> =>
  sendAll(setting('DELIVERIES_QUEUE_URL'), messages)

const deliveryFrom = (
  { organisationId, mode }: Tenant,
  eventId: string,
  endpointId: number,
  attempt: number,
): Delivery => ({ organisationId, mode, eventId, endpointId, attempt, firstAttempt: attempt, notBeforeMs: 0 })

export const toFirstDelivery = (tenant: Tenant, eventId: string, endpointId: number): SqsMessage =>
  toMessage(deliveryFrom(tenant, eventId, endpointId, 1))

/** Builds the message that resends an event, with a schedule of its own. Equal messages make one attempt. */
export const toResend = (
  tenant: Tenant,
  eventId: string,
  endpointId: number,
  attempts: readonly Attempt[],
): SqsMessage => {
  const next = Math.max(0, ...attempts.map(({ attempt }) => attempt)) + 1
  return toMessage<Delivery>({ ...deliveryFrom(tenant, eventId, endpointId, next), isContended: true })
}

/** Batches to a tenant's slow endpoints at the same time. One endpoint has one batch at a time. */
const slowGroups = 4

/** SQS hands out a group's next batch when the last is done: at most ten requests to one endpoint, forty for a tenant. */
export const slowDelivery = (delivery: Delivery): SqsMessage => {
  const { group, ...message } = toMessage(delivery)
  return { ...message, group: `${group}-${delivery.endpointId % slowGroups}`, isInTurn: true }
}
