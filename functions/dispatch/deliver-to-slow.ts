import { processMessages } from '../../shared/aws/batch.ts'
import { deliver } from '../../shared/webhook/delivery/delivery.ts'
import { slowLanePorts } from '../../shared/webhook/delivery/ports.ts'
import type { Delivery } from '../../shared/webhook/delivery/queue.ts'

/** The lane of slow receivers. What must wait, a retry among it, goes back to `deliveries`, which can delay it. */
export const handler = processMessages<Delivery>(delivery => deliver(delivery, slowLanePorts))
