import { Stack } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { bindingsOf } from './bindings.ts'
import { type Context, named } from './constructs/context.ts'
import { Schedule } from './constructs/schedule.ts'
import { TableStream } from './constructs/table-stream.ts'
import { WorkerFunction } from './constructs/worker-function.ts'

/** What is recorded becomes messages: at once from the table's stream, and hourly what a trouble of the stream left behind. */
export class OutboxStack extends Stack {
  constructor(scope: Construct, context: Context) {
    const { settings } = context
    super(scope, named(settings, 'outbox'), { description: `From records to messages (${settings.name})` })
    const bind = bindingsOf(settings)
    const bindings = [
      ...[bind.tableWrite, bind.sendCompletions, bind.sendDeliveries, bind.sendLookups],
      ...[bind.sendVisits, bind.visitDelay],
      // The event's record links to its photos.
      ...[bind.fileTokenSecret, bind.mediaUrl],
      // What a registry said is kept encrypted until it is told.
      bind.personalDataSecret,
    ]
    new TableStream(this, context, {
      errorImpact:
        'Accepted verifications do not start and events do not leave: customers wait. Nothing is lost, the hourly reconciliation repairs.',
      consumer: { entry: 'outbox/relay', bindings },
    })
    const reconcile = new WorkerFunction(this, context, {
      entry: 'outbox/reconcile',
      errorImpact:
        'What a trouble of the stream left behind stays there: single customers wait without a trace.',
      bindings: [...bindings, bind.expiry],
      timeoutSeconds: 300,
    })
    new Schedule(this, context, { name: 'reconcile', expression: 'rate(1 hour)', target: reconcile })
  }
}
