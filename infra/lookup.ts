import type { Construct } from 'constructs'
import { registryNames } from '../shared/identity/products.ts'
import type { Bindings } from './bindings.ts'
import type { Context } from './constructs/context.ts'
import { WorkerFunction } from './constructs/worker-function.ts'
import type { WorkerQueue } from './constructs/worker-queue.ts'

/** Look-ups whose registry did not answer, tried again for a day; each wait is hops through the queue. */
export const addLookup = (scope: Construct, context: Context, bind: Bindings, lookups: WorkerQueue) => {
  const tryAgain = new WorkerFunction(scope, context, {
    entry: 'lookup/try-again',
    errorImpact: 'Look-ups that were accepted while a registry was down get no result: customers wait.',
    bindings: [
      ...[bind.tableRead, bind.tableWrite],
      bind.personalDataSecret,
      bind.registries(...registryNames),
      ...[bind.lookupRetries, bind.prices],
      ...[bind.sendLookups, bind.sendDeliveries],
      lookups.receive,
    ],
    timeoutSeconds: lookups.consumerTimeoutSeconds,
    mayFeedItself: true,
  })
  lookups.feed(tryAgain, { batchSize: 10, maxConcurrency: 5 })
}
