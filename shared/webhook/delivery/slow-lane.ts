import { setting } from '../../aws/environment.ts'
import { createBatchingSender, type SqsMessage, toMessage, sendAll } from '../../aws/sqs.ts'
import type { Delivery } from './message.ts'

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
