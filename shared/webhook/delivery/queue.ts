import { setting } from '../../aws/environment.ts'
import { createBatchingSender, sendAll, type SqsMessage, toMessage } from '../../aws/sqs.ts'
import type { Attempt } from '../../event/attempt-contract.ts'
import type { Tenant } from '../../table/tenant.ts'
import type { Delivery } from './message.ts'

/** Stores messages in the deliveries' queue. */
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

/** The message for the first attempt to bring an event to an endpoint. */
export const toFirstDelivery = (tenant: Tenant, eventId: string, endpointId: number): SqsMessage =>
  toMessage(deliveryFrom(tenant, eventId, endpointId, 1))

/** The message to bring it once more after these attempts, with a schedule of its own. Any number of the same one make one attempt. */
export const toResend = (
  tenant: Tenant,
  eventId: string,
  endpointId: number,
  attempts: readonly Attempt[],
): SqsMessage => {
  const next = Math.max(0, ...attempts.map(({ attempt }) => attempt)) + 1
  return toMessage<Delivery>({ ...deliveryFrom(tenant, eventId, endpointId, next), isAskedByMany: true })
}

/** Batches to an organisation's slow endpoints in one mode that may be under way at once; of one endpoint, one may. */
const slowBatches = 4

/**
 * A delivery to a slow receiver: its group's next batch is handed out when the last is done with, so that ten requests
 * at most are under way to one endpoint, and forty for one organisation.
 */
export const slowDelivery = (delivery: Delivery): SqsMessage => {
  const { group, ...message } = toMessage(delivery)
  return { ...message, group: `${group}-${delivery.endpointId % slowBatches}`, isInTurn: true }
}

/**
 * A burst for one endpoint is one group, of which SQS takes 300 requests a second, whatever they hold
 * (https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/troubleshooting-fifo-throttling-issues.html).
 */
const sendInTurn = createBatchingSender(messages => sendAll(setting('SLOW_DELIVERIES_QUEUE_URL'), messages))

/** Puts a delivery that is due into the lane of slow receivers. */
export const sendSlowDelivery = (delivery: Delivery): Promise<void> => sendInTurn(slowDelivery(delivery))
