import type { Construct } from 'constructs'
import type { disputeRoutes } from '../../shared/dispute/routes.ts'
import type { clockRoutes } from '../../shared/sandbox/routes.ts'
import type { addressRecordRoutes } from '../../shared/verification/contract/address-record-routes.ts'
import type { addressesRoutes } from '../../shared/verification/contract/address-routes.ts'
import type { describedAddressRoutes } from '../../shared/verification/contract/described-address-routes.ts'
import type { employmentsRoutes } from '../../shared/verification/contract/employment-routes.ts'
import { products } from '../../shared/verification/contract/product.ts'
import type { sandboxRoutes } from '../../shared/verification/contract/sandbox-routes.ts'
import { startsPerSecond } from '../../shared/work/pace.ts'
import { addShareAlarm } from '../constructs/alarm.ts'
import { sendTaskSuccessBinding, Workflow } from '../constructs/workflow.ts'
import { lateVerifications, workflowEnds } from '../monitoring/alarms.ts'
import type { Bindings } from './bindings.ts'
import { workflowName } from './names.ts'
import type { PathsOf } from './paths.ts'
import { type ServiceContext, ServiceStack } from './service-stack.ts'

const paths = (
  bind: Bindings,
): PathsOf<
  typeof addressesRoutes &
    typeof describedAddressRoutes &
    typeof addressRecordRoutes &
    typeof employmentsRoutes &
    typeof disputeRoutes &
    typeof sandboxRoutes &
    typeof clockRoutes
> => ({
  '/v1/addresses': {
    errorImpact: 'Integrators cannot order or list address verifications.',
    bindings: [
      bind.table('get', 'gsi1', 'gsi2', 'put', 'update'),
      bind.idNumberSecret,
      bind.prices,
      bind.consentPolicy,
    ],
  },
  '/v1/addresses/pro': {
    errorImpact: 'Integrators cannot order address verifications Pro.',
    bindings: [
      bind.table('get', 'put', 'update'),
      bind.idNumberSecret,
      bind.prices,
      bind.consentPolicy,
      bind.mediaPass,
      bind.reencode,
      bind.mediaKeep,
    ],
  },
  '/v1/addresses/business': {
    errorImpact: 'Integrators cannot order business address verifications.',
    bindings: [bind.table('get', 'put', 'update'), bind.idNumberSecret, bind.prices, bind.consentPolicy],
  },
  '/v1/addresses/{id}': {
    errorImpact: 'Integrators cannot read the result of an address verification, or cancel one.',
    bindings: [bind.table('get', 'update'), bind.trail, bind.personal, bind.fileTokenSecret, bind.mediaUrl],
  },
  '/v1/addresses/{id}/dispute': {
    errorImpact: 'Integrators cannot dispute the decision on an address verification.',
    bindings: [
      bind.table('get', 'query', 'put', 'update', 'check'),
      bind.trail,
      bind.personal,
      bind.fieldwork,
    ],
  },
  '/v1/addresses/{id}/revisions': {
    errorImpact: 'Integrators cannot read what was decided before; the record itself can be read.',
    bindings: [bind.table('get', 'query'), bind.personal, bind.fileTokenSecret, bind.mediaUrl],
  },
  '/v1/employments/{id}/dispute': {
    errorImpact: 'Integrators cannot dispute the decision on an employment verification.',
    bindings: [
      bind.table('get', 'query', 'put', 'update', 'check'),
      bind.trail,
      bind.personal,
      bind.fieldwork,
    ],
  },
  '/v1/employments/{id}/revisions': {
    errorImpact: 'Integrators cannot read what was decided before; the record itself can be read.',
    bindings: [bind.table('get', 'query'), bind.personal],
  },
  '/v1/employments': {
    errorImpact: 'Integrators cannot order or list employment verifications.',
    bindings: [
      bind.table('get', 'gsi1', 'gsi2', 'put', 'update'),
      bind.idNumberSecret,
      bind.prices,
      bind.consentPolicy,
    ],
  },
  '/v1/employments/{id}': {
    errorImpact: 'Integrators cannot read the result of an employment verification, or cancel one.',
    bindings: [bind.table('get', 'update'), bind.trail, bind.personal],
  },
  '/v1/sandbox/clock': {
    errorImpact: 'Integrators cannot move the test clock. Live mode is not affected.',
    // The test clock writes a change, or sends a message to the function that would have run.
    bindings: [bind.table('get', 'update'), bind.trail, bind.sendDeliveries, bind.webhookLimits],
  },
  '/v1/sandbox/verifications/{id}/complete': {
    errorImpact: 'Integrators cannot choose the outcome of a test verification. Live mode is not affected.',
    bindings: [
      bind.table('get', 'put', 'update', 'check'),
      bind.trail,
      bind.mediaWrite,
      bind.prices,
      bind.orderLedger,
      bind.fieldwork,
    ],
  },
})

/** Addresses and employments: ordered, worked on by people in the workflow's time, decided. */
export class VerificationStack extends ServiceStack {
  constructor(scope: Construct, context: ServiceContext) {
    super(scope, context, { name: 'verification', description: 'Address and employment verifications' })
    const { bind, settings } = this
    this.serve(paths(bind))
    const workflow = new Workflow(this, context, {
      name: workflowName(settings),
      tasks: this.tasks(),
      times: settings.verification,
      alarms: workflowEnds,
    })
    // Verifications whose workflow starts, and final ones whose workflow ends.
    this.addQueue({
      name: 'completions',
      maxConcurrency: Math.floor(settings.verification.startsPerSecond / startsPerSecond),
      consumer: {
        entry: 'completion/signal',
        // A final verification is in no work list, and nobody's claim.
        bindings: [
          bind.table('get', 'query', 'update'),
          bind.workers('delete'),
          workflow.run,
          sendTaskSuccessBinding(workflowName(settings)),
        ],
      },
    })
    this.addQueue({
      name: 'visits',
      maxConcurrency: 5,
      consumer: {
        entry: 'sandbox/visit',
        bindings: [
          bind.table('get', 'put', 'update', 'check'),
          bind.trail,
          bind.personal,
          bind.mediaWrite,
          bind.prices,
          bind.orderLedger,
          bind.fieldwork,
        ],
      },
    })
    for (const product of products)
      addShareAlarm(this, `Late-${product}`, context, lateVerifications(product))
  }

  /** What the workflow calls. */
  private tasks() {
    const { bind, settings } = this
    return {
      assign: this.addWorker({
        entry: 'completion/assign',
        errorImpact: 'New verifications reach no work list: agents have nothing to do and customers wait.',
        // An applicant's link is an email or a text message, depending on what the stage can send.
        bindings: [
          bind.table('get', 'put', 'update', 'check'),
          bind.trail,
          bind.personal,
          bind.due,
          bind.messageSenders,
          sendTaskSuccessBinding(workflowName(settings)),
          bind.mediaKeep,
        ],
        timeoutSeconds: 30,
      }),
      delay: this.addWorker({
        entry: 'completion/delay',
        errorImpact: 'Customers are not told that their verification is late.',
        bindings: [bind.table('update'), bind.trail],
        timeoutSeconds: 30,
      }),
      expire: this.addWorker({
        entry: 'completion/expire',
        errorImpact: 'Verifications without a decision never expire: their customers wait for ever.',
        bindings: [bind.table('update'), bind.trail],
        timeoutSeconds: 30,
      }),
    }
  }
}
