import type { Construct } from 'constructs'
import type { Bindings } from './bindings.ts'
import type { House } from './constructs/house.ts'
import { WorkerFunction } from './constructs/worker-function.ts'
import type { WorkerQueue } from './constructs/worker-queue.ts'

/** Signed POSTs to customers' endpoints. A wait of hours is many hops through the queue, hence `mayFeedItself`. */
export const addDispatch = (scope: Construct, house: House, bind: Bindings, deliveries: WorkerQueue) => {
  const deliver = new WorkerFunction(scope, house, {
    entry: 'dispatch/deliver',
    errorImpact: 'Customers do not receive their webhooks.',
    bindings: [
      bind.tableRead,
      bind.tableWrite,
      bind.receiverRules,
      bind.retryRules,
      bind.sendDeliveries,
      deliveries.receive,
    ],
    timeoutSeconds: deliveries.consumerTimeoutSeconds,
    // Ten TLS handshakes at once want a CPU.
    memoryMb: 512,
    mayFeedItself: true,
  })
  deliveries.feed(deliver, { batchSize: 10, maxConcurrency: 50 })
}
