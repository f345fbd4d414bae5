import type { Construct } from 'constructs'
import type { Bindings } from './bindings.ts'
import type { Context } from './constructs/context.ts'
import { Schedule } from './constructs/schedule.ts'
import { TableStream } from './constructs/table-stream.ts'
import { WorkerFunction } from './constructs/worker-function.ts'
import type { StatefulStack } from './stateful-stack.ts'

const errorImpact =
  'Accepted verifications do not start and events do not leave: customers wait. Nothing is lost, the hourly reconciliation repairs.'

/** What is recorded becomes messages: at once from the table's stream, and hourly what a trouble of the stream left behind. */
export const addOutbox = (scope: Construct, context: Context, bind: Bindings, stateful: StatefulStack) => {
  const bindings = [
    ...[bind.tableRead, bind.tableWrite],
    ...[bind.sendCompletions, bind.sendDeliveries, bind.sendVisits, bind.sendLookups],
    // The event's record links to its photos.
    ...[bind.fileTokenSecret, bind.mediaUrl],
    // What registries said is kept encrypted.
    bind.personalDataSecret,
  ]
  const stream = new TableStream(scope, context, stateful, errorImpact)
  const relay = new WorkerFunction(scope, context, {
    entry: 'outbox/relay',
    errorImpact,
    bindings: [...bindings, stream.receive],
    timeoutSeconds: 60,
  })
  stream.feed(relay, context, errorImpact)
  const reconcile = new WorkerFunction(scope, context, {
    entry: 'outbox/reconcile',
    errorImpact:
      'What a trouble of the stream left behind stays there: single customers wait without a trace.',
    bindings,
    timeoutSeconds: 300,
  })
  new Schedule(scope, context, { name: 'reconcile', expression: 'rate(1 hour)', target: reconcile })
}
