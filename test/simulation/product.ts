import { endCompletion, type Signal, startCompletion } from '../../shared/work/assignment/workflow.ts'
import { setting } from '../../shared/aws/environment.ts'
import { processMessages } from '../../shared/aws/batch.ts'
import { send } from '../../shared/aws/sqs.ts'
import { database } from '../../shared/table/driver.ts'
import { deliver } from '../../shared/webhook/delivery/delivery.ts'
import { type DeliveryPorts, slowLanePorts } from '../../shared/webhook/delivery/ports.ts'
import { type Delivery, type DispatcherMessage, slowDelivery } from '../../shared/webhook/delivery/queue.ts'
import { search } from '../../shared/webhook/delivery/search.ts'
import { handler as assign } from '../../functions/completion/assign.ts'
import { handler as delay } from '../../functions/completion/delay.ts'
import { handler as expire } from '../../functions/completion/expire.ts'
import { handler as reconcile } from '../../functions/outbox/reconcile.ts'
import { handler as relay } from '../../functions/outbox/relay.ts'
import { handler as visit } from '../../functions/sandbox/visit.ts'

/* The product's own functions, as a schedule calls them. A planted fault replaces some. */

/** As `functions/completion/signal.ts`, without its pace: that is a quota's, and a container's own. */
const signal = processMessages<Signal>(({ signal: kind, organisationId, mode, verificationId }) =>
  (kind === 'accepted' ? startCompletion : endCompletion)({ organisationId, mode, verificationId }),
)

/** As `functions/dispatch/deliver.ts`, without gathering what it sends to slow receivers. */
const dispatch = (ports: DeliveryPorts) => {
  const divert = (delivery: Delivery) => send(setting('SLOW_DELIVERIES_QUEUE_URL'), slowDelivery(delivery))
  return {
    deliver: processMessages<DispatcherMessage>(message =>
      'kind' in message ? search(message, ports) : deliver(message, { ...ports, divert }),
    ),
    deliverToSlow: processMessages<Delivery>(delivery => deliver(delivery, ports)),
  }
}

const deliveryPorts = (own: Pick<DeliveryPorts, 'attempt' | 'after'>): DeliveryPorts => ({
  ...slowLanePorts,
  ...own,
})

export const product = {
  assign,
  delay,
  expire,
  reconcile,
  relay,
  visit,
  signal,
  dispatch,
  deliveryPorts,
  write: database.write,
}
export type Product = typeof product
