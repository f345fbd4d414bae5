import { processMessages } from '../../shared/aws/batch.ts'
import { setting } from '../../shared/aws/environment.ts'
import { createBatchingSender, sendAll } from '../../shared/aws/sqs.ts'
import { deliver } from '../../shared/webhook/delivery/delivery.ts'
import { type DeliveryPorts, slowLanePorts } from '../../shared/webhook/delivery/ports.ts'
import { type DispatcherMessage, slowDelivery } from '../../shared/webhook/delivery/queue.ts'
import { search } from '../../shared/webhook/delivery/search.ts'

/**
 * A burst for one endpoint is one group. SQS takes 300 requests a second of a group, however many messages they hold
 * (https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/troubleshooting-fifo-throttling-issues.html).
 */
const sendInTurn = createBatchingSender(messages => sendAll(setting('SLOW_DELIVERIES_QUEUE_URL'), messages))

const ports: DeliveryPorts = {
  ...slowLanePorts,
  divert: delivery => sendInTurn(slowDelivery(delivery)),
}

/** The dispatcher: a message is one attempt, or one page of a search. A batch runs at the same time. */
export const handler = processMessages<DispatcherMessage>(message =>
  'kind' in message ? search(message, ports) : deliver(message, ports),
)
