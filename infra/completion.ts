import type { Construct } from 'constructs'
import type { Bindings } from './bindings.ts'
import type { Context } from './constructs/context.ts'
import { WorkerFunction } from './constructs/worker-function.ts'
import type { WorkerQueue } from './constructs/worker-queue.ts'
import { endWait, Workflow } from './constructs/workflow.ts'

/** The workflow with its four tasks, and the consumer that starts it and passes decisions on to it. */
export const addCompletion = (
  scope: Construct,
  context: Context,
  bind: Bindings,
  completions: WorkerQueue,
): Workflow => {
  const workflow = new Workflow(scope, context, tasks(scope, context, bind))
  const signal = new WorkerFunction(scope, context, {
    entry: 'completion/signal',
    errorImpact: 'Accepted verifications do not start, or decided ones do not become final: customers wait.',
    bindings: [bind.tableRead, completions.receive, workflow.run, endWait(scope, context.settings)],
    timeoutSeconds: completions.consumerTimeoutSeconds,
  })
  completions.feed(signal, { batchSize: 10, maxConcurrency: 20 })
  return workflow
}

const tasks = (scope: Construct, context: Context, bind: Bindings) => {
  const table = [bind.tableRead, bind.tableWrite]
  const timeoutSeconds = 30
  return {
    assign: new WorkerFunction(scope, context, {
      entry: 'completion/assign',
      errorImpact: 'New verifications reach no work list: agents have nothing to do and customers wait.',
      bindings: [...table, endWait(scope, context.settings)],
      timeoutSeconds,
    }),
    complete: new WorkerFunction(scope, context, {
      entry: 'completion/complete',
      errorImpact: 'Decided verifications do not become final: customers wait for a result that exists.',
      bindings: [...table, bind.prices],
      timeoutSeconds,
    }),
    delay: new WorkerFunction(scope, context, {
      entry: 'completion/delay',
      errorImpact: 'Customers are not told that their verification is late.',
      bindings: table,
      timeoutSeconds,
    }),
    expire: new WorkerFunction(scope, context, {
      entry: 'completion/expire',
      errorImpact: 'Verifications that nobody decided stay open: customers wait for ever.',
      bindings: [...table, bind.prices],
      timeoutSeconds,
    }),
  }
}
