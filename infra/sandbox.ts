import type { Construct } from 'constructs'
import type { Bindings } from './bindings.ts'
import type { Context } from './constructs/context.ts'
import { WorkerFunction } from './constructs/worker-function.ts'
import type { WorkerQueue } from './constructs/worker-queue.ts'

/** The simulated agent, who visits in test mode. */
export const addSandbox = (scope: Construct, context: Context, bind: Bindings, visits: WorkerQueue) => {
  const { tableRead, tableWrite, mediaWrite } = bind
  const visit = new WorkerFunction(scope, context, {
    entry: 'sandbox/visit',
    errorImpact:
      'Test verifications do not finish: integrators cannot try the service. Live ones are not touched.',
    bindings: [tableRead, tableWrite, mediaWrite, visits.receive],
    timeoutSeconds: visits.consumerTimeoutSeconds,
  })
  visits.feed(visit, { batchSize: 10, maxConcurrency: 5 })
}
