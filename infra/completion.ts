import type { Construct } from 'constructs'
import type { Bindings } from './bindings.ts'
import type { House } from './constructs/house.ts'
import { WorkerFunction } from './constructs/worker-function.ts'
import type { WorkerQueue } from './constructs/worker-queue.ts'
import { endWait, Workflow } from './constructs/workflow.ts'

/** The workflow with its four tasks, and the consumer that starts it and passes decisions on to it. */
export const addCompletion = (
  scope: Construct,
  house: House,
  bind: Bindings,
  completions: WorkerQueue,
): Workflow => {
  const workflow = new Workflow(scope, house, tasks(scope, house, bind))
  const signal = new WorkerFunction(scope, house, {
    entry: 'completion/signal',
    errorImpact: 'Accepted verifications do not start, or decided ones do not become final: customers wait.',
    bindings: [bind.tableRead, completions.receive, workflow.run, endWait(scope, house.settings)],
    timeoutSeconds: completions.consumerTimeoutSeconds,
  })
  completions.feed(signal, { batchSize: 10, maxConcurrency: 20 })
  return workflow
}

const tasks = (scope: Construct, house: House, bind: Bindings) => {
  const table = [bind.tableRead, bind.tableWrite]
  const timeoutSeconds = 30
  return {
    assign: new WorkerFunction(scope, house, {
      entry: 'completion/assign',
      errorImpact: 'New verifications reach no work list: agents have nothing to do and customers wait.',
      bindings: [...table, endWait(scope, house.settings)],
      timeoutSeconds,
    }),
    complete: new WorkerFunction(scope, house, {
      entry: 'completion/complete',
      errorImpact: 'Decided verifications do not become final: customers wait for a result that exists.',
      bindings: [...table, bind.prices],
      timeoutSeconds,
    }),
    delay: new WorkerFunction(scope, house, {
      entry: 'completion/delay',
      errorImpact: 'Customers are not told that their verification is late.',
      bindings: table,
      timeoutSeconds,
    }),
    expire: new WorkerFunction(scope, house, {
      entry: 'completion/expire',
      errorImpact: 'Verifications that nobody decided stay open: customers wait for ever.',
      bindings: [...table, bind.prices],
      timeoutSeconds,
    }),
  }
}
