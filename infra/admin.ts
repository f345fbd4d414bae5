import type { Construct } from 'constructs'
import type { Bindings } from './bindings.ts'
import type { Context } from './constructs/context.ts'
import { WorkerFunction } from './constructs/worker-function.ts'

/** What the operator calls to onboard customers; nothing else leads to it. */
export const addAdmin = (scope: Construct, context: Context, bind: Bindings): WorkerFunction =>
  new WorkerFunction(scope, context, {
    entry: 'admin/administer',
    errorImpact: 'The operator cannot onboard customers or withdraw credentials.',
    bindings: [bind.tableRead, bind.tableWrite, bind.seed],
    timeoutSeconds: 60,
  })
