import { setting } from '../../aws/environment.ts'
import { type SqsMessage, sendAll, toMessage } from '../../aws/sqs.ts'
import type { Attempt } from '../../event/attempt-contract.ts'
import type { Tenant } from '../../table/tenant.ts'
import type { Delivery } from './message.ts'

export const sendDeliveries = (messages: readonly SqsMessage[]): Promise<void> =>
  sendAll(setting('DELIVERIES_QUEUE_URL'), messages)

const deliveryFrom = (
  { organisationId, mode }: Tenant,
  eventId: string,
  endpointId: number,
  attempt: number,
): Delivery => ({
  ...{ organisationId, mode, eventId, endpointId },
  attempt,
  firstAttempt: attempt,
  notBeforeMs: 0,
})

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

/**
 * Builds a message of the slow lane. SQS hands out a group's next batch when the last is done, so that at most ten
 * requests are under way to one endpoint, and forty for one tenant.
 */
export const slowDelivery = (delivery: Delivery): SqsMessage => {
  const { group, ...message } = toMessage(delivery)
  return { ...message, group: `${group}-${delivery.endpointId % slowGroups}`, isInTurn: true }
}
