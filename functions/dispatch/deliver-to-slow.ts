import { processMessages } from '../../shared/aws/batch.ts'
import { deliver } from '../../shared/webhook/delivery/delivery.ts'
import type { Delivery } from '../../shared/webhook/delivery/message.ts'
import { slowLanePorts } from '../../shared/webhook/delivery/ports.ts'

/**
 * The dispatcher's lane of slow receivers: batches of their own, so that nobody else waits for them. What must wait, a
 * retry among them, goes back to the queue `deliveries`, which can delay it.
 */
export const handler = processMessages<Delivery>(delivery => deliver(delivery, slowLanePorts))
