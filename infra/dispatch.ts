import type { Construct } from 'constructs'
import type { Bindings } from './bindings.ts'
import type { Context } from './constructs/context.ts'
import { WorkerFunction } from './constructs/worker-function.ts'
import type { WorkerQueue } from './constructs/worker-queue.ts'

/** Signed POSTs to customers' endpoints. A wait of hours is many hops through the queue, hence `mayFeedItself`. */
export const addDispatch = (scope: Construct, context: Context, bind: Bindings, deliveries: WorkerQueue) => {
  const deliver = new WorkerFunction(scope, context, {
    entry: 'dispatch/deliver',
    errorImpact: 'Customers do not receive their webhooks.',
    bindings: [
      bind.tableRead,
      bind.tableWrite,
      // Identity events are kept encrypted.
      bind.personalDataSecret,
      bind.receiverRules,
      bind.patience,
      bind.retrySchedule,
      bind.sendDeliveries,
      deliveries.receive,
    ],
    timeoutSeconds: deliveries.consumerTimeoutSeconds,
    // Ten TLS handshakes at once want a CPU.
    memoryMb: 512,
    mayFeedItself: true,
  })
  // Lambda adds 5 copies a second (https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html), and a
  // receiver that hangs is known after 15 s: before it can fill these, its deliveries wait outside.
  deliveries.feed(deliver, { batchSize: 10, maxConcurrency: 100 })
}
