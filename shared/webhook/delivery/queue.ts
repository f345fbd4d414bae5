import { setting } from '../../aws/environment.ts'
import { createBatchingSender, sendAll, type SqsMessage, toMessage } from '../../aws/sqs.ts'
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

/** Starts a schedule after these attempts. Any number of equal messages make one attempt. */
export const toResend = (
  tenant: Tenant,
  eventId: string,
  endpointId: number,
  attempts: readonly Attempt[],
): SqsMessage => {
  const next = Math.max(0, ...attempts.map(({ attempt }) => attempt)) + 1
  return toMessage<Delivery>({ ...deliveryFrom(tenant, eventId, endpointId, next), isAskedByMany: true })
}

/** Concurrent batches of an organisation's slow endpoints; one per endpoint. */
const slowBatches = 4

/** FIFO groups limit slow receivers to ten concurrent requests per endpoint and forty per organisation. */
export const slowDelivery = (delivery: Delivery): SqsMessage => {
  const { group, ...message } = toMessage(delivery)
  return { ...message, group: `${group}-${delivery.endpointId % slowBatches}`, isInTurn: true }
}

/** SQS accepts 300 requests a second of one group, whatever they hold (https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/troubleshooting-fifo-throttling-issues.html). */
const sendInTurn = createBatchingSender(messages => sendAll(setting('SLOW_DELIVERIES_QUEUE_URL'), messages))

export const sendSlowDelivery = (delivery: Delivery): Promise<void> => sendInTurn(slowDelivery(delivery))
