import { setting } from '../../aws/environment.ts'
import { createBatchingSender, sendAll } from '../../aws/sqs.ts'
import { deliver } from './delivery.ts'
import type { Delivery, DispatcherMessage } from './message.ts'
import { type DeliveryPorts, slowLanePorts } from './ports.ts'
import { slowDelivery } from './queue.ts'
import { runRecovery } from './recovery.ts'
import { releaseWaiting } from './release.ts'

/**
 * A burst for one endpoint is one group. SQS takes 300 requests a second of a group, however many messages they hold
 * (https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/troubleshooting-fifo-throttling-issues.html).
 */
const sendInTurn = createBatchingSender(messages => sendAll(setting('SLOW_DELIVERIES_QUEUE_URL'), messages))

const sendSlowDelivery = (delivery: Delivery): Promise<void> => sendInTurn(slowDelivery(delivery))

/** Ports of the first lane. Deliveries to slow receivers leave it. */
const firstLanePorts: DeliveryPorts = { ...slowLanePorts, divert: sendSlowDelivery }

/** Handles a message of the queue `deliveries`. */
export const dispatch = (
  message: DispatcherMessage,
  ports: DeliveryPorts = firstLanePorts,
): Promise<void> => {
  if (!('kind' in message)) return deliver(message, ports)
  return message.kind === 'recovery' ? runRecovery(message, ports) : releaseWaiting(message, ports)
}
