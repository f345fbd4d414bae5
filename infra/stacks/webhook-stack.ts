import type { Construct } from 'constructs'
import type { eventsRoutes } from '../../shared/event/routes.ts'
import type { webhooksRoutes } from '../../shared/webhook/routes.ts'
import { addShareAlarm } from '../constructs/alarm.ts'
import { failingDeliveries } from '../monitoring/alarms.ts'
import type { StageSettings } from '../stage-settings.ts'
import type { Bindings } from './bindings.ts'
import type { PathsOf } from './paths.ts'
import { type ServiceContext, ServiceStack } from './service-stack.ts'

/** What both lanes of the dispatcher are; what must wait goes back to the queue that can delay it. */
const dispatcher = (bind: Bindings) => ({
  bindings: [
    // What a batch asks for at once is one call.
    bind.table('get', 'getMany', 'put', 'update'),
    bind.receiverRules,
    bind.webhookTimeout,
    bind.retrySchedule,
    bind.sendDeliveries,
    // Identity events and signing secrets are kept encrypted.
    bind.personalDataSecret,
    bind.personal,
    bind.customerRoles,
  ],
  // Ten TLS handshakes at once want a CPU.
  memoryMb: 512,
  mayFeedItself: true,
})

const paths = (
  bind: Bindings,
  { reserved }: StageSettings,
): PathsOf<typeof webhooksRoutes & typeof eventsRoutes> => ({
  '/v1/webhooks': {
    errorImpact: 'Integrators cannot register or list webhook endpoints; deliveries go on.',
    bindings: [
      bind.table('get', 'query', 'put', 'update', 'check'),
      bind.receiverRules,
      bind.personalDataSecret,
      bind.trustedAccount,
    ],
  },
  '/v1/webhooks/{id}': {
    errorImpact: 'Integrators cannot read, change or delete a webhook endpoint; deliveries go on.',
    // An endpoint that is enabled again receives what is pending.
    bindings: [
      bind.table('get', 'query', 'put', 'update', 'delete'),
      bind.receiverRules,
      bind.sendDeliveries,
      bind.personalDataSecret,
      bind.trustedAccount,
    ],
  },
  '/v1/webhooks/{id}/secret': {
    errorImpact: 'Integrators cannot read or rotate a signing secret; deliveries go on.',
    bindings: [bind.table('get', 'update'), bind.personalDataSecret],
  },
  '/v1/webhooks/{id}/ping': {
    errorImpact: 'Integrators cannot ping their webhook endpoint; deliveries go on.',
    reserved: reserved?.ping,
    // One that answers again is sent what waits for it.
    bindings: [
      bind.table('get', 'update'),
      bind.receiverRules,
      bind.webhookLimits,
      bind.sendDeliveries,
      bind.personalDataSecret,
      bind.customerRoles,
    ],
  },
  '/v1/webhooks/{id}/recover': {
    errorImpact: 'Integrators cannot recover missed events; new events are delivered.',
    bindings: [bind.table('get'), bind.sendDeliveries, bind.webhookLimits],
  },
  '/v1/webhooks/{id}/attempts': {
    errorImpact: 'Integrators cannot see what was sent to an endpoint; deliveries go on.',
    bindings: [bind.table('get', 'gsi2'), bind.personal],
  },
  '/v1/events': {
    errorImpact: 'Integrators cannot see which events happened; deliveries go on.',
    bindings: [bind.table('gsi1')],
  },
  '/v1/events/{id}': {
    errorImpact: 'Integrators cannot see why an event did not reach them; deliveries go on.',
    bindings: [bind.table('get', 'query'), bind.personalDataSecret, bind.personal],
  },
  '/v1/events/{id}/resend': {
    errorImpact: 'Integrators cannot resend an event; new events are delivered.',
    bindings: [bind.table('get', 'query'), bind.sendDeliveries, bind.webhookLimits],
  },
})

/** Events and their way to customers' endpoints. */
export class WebhookStack extends ServiceStack {
  constructor(scope: Construct, context: ServiceContext) {
    super(scope, context, { name: 'webhook', description: 'Events and webhooks' })
    const { bind, settings } = this
    this.serve(paths(bind, settings))
    this.addQueue({
      name: 'deliveries',
      // Lambda adds 5 copies a second (https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html), and a
      // receiver that is slow or hangs is known after 3 s: before it can fill these, its deliveries are elsewhere.
      maxConcurrency: 100,
      consumer: {
        ...dispatcher(bind),
        entry: 'dispatch/deliver',
        // To bring an endpoint what it missed it goes through the lists of events and attempts.
        bindings: [
          ...dispatcher(bind).bindings,
          bind.table('query', 'gsi1', 'gsi2'),
          bind.sendSlowDeliveries,
        ],
      },
    })
    // Receivers that take seconds have batches of their own, so that nobody else waits for them. One endpoint has a
    // batch at a time, and an organisation four (`shared/webhook/delivery/queue.ts`): it takes many to fill these.
    this.addQueue({
      name: 'slow-deliveries',
      maxConcurrency: 50,
      consumer: { ...dispatcher(bind), entry: 'dispatch/deliver-to-slow' },
    })
    addShareAlarm(this, 'DeliveryFailures', context, failingDeliveries)
  }
}
