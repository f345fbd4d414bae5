import type { Stack } from 'aws-cdk-lib'
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
import type { PathsOf } from '../constructs/api-function.ts'
import type { StageContext } from '../constructs/context.ts'
import { NodeFunction, type NodeFunctionProps } from '../constructs/node-function.ts'
import { WorkQueue } from '../constructs/work-queue.ts'
import { sendTaskSuccessBinding, Workflow } from '../constructs/workflow.ts'
import { lateVerifications } from '../monitoring/alarms.ts'
import type { Bindings } from './bindings.ts'
import type { NounStack } from './service-stack.ts'

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

const tasks = (stack: Stack, context: StageContext, bind: Bindings) => {
  const task = (props: Omit<NodeFunctionProps, 'timeoutSeconds'>) =>
    new NodeFunction(stack, context, { ...props, timeoutSeconds: 30 })
  return {
    assign: task({
      entry: 'completion/assign',
      errorImpact: 'New verifications reach no work list: agents have nothing to do and customers wait.',
      // An applicant's link is an email or a text message, depending on what the stage can send.
      bindings: [
        bind.table('get', 'put', 'update', 'check'),
        bind.trail,
        bind.personal,
        bind.due,
        bind.messageSenders,
        sendTaskSuccessBinding(context.settings),
        bind.mediaKeep,
      ],
    }),
    delay: task({
      entry: 'completion/delay',
      errorImpact: 'Customers are not told that their verification is late.',
      bindings: [bind.table('update'), bind.trail],
    }),
    expire: task({
      entry: 'completion/expire',
      errorImpact: 'Verifications without a decision never expire: their customers wait for ever.',
      bindings: [bind.table('update'), bind.trail],
    }),
  }
}

/** Addresses and employments: ordered, worked on by people in the workflow's time, decided. */
export const verificationStack: NounStack = {
  name: 'verification',
  description: 'Address and employment verifications',
  paths,
  add: (stack, context, bind) => {
    const workflow = new Workflow(stack, context, tasks(stack, context, bind))
    // Verifications whose workflow starts, and final ones whose workflow ends.
    new WorkQueue(stack, context, {
      name: 'completions',
      maxConcurrency: Math.floor(context.settings.verification.startsPerSecond / startsPerSecond),
      consumer: {
        entry: 'completion/signal',
        // A final verification is in no work list, and nobody's claim.
        bindings: [
          bind.table('get', 'query', 'update'),
          bind.workers('delete'),
          workflow.run,
          sendTaskSuccessBinding(context.settings),
        ],
      },
    })
    new WorkQueue(stack, context, {
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
      addShareAlarm(stack, `Late-${product}`, context, lateVerifications(product))
  },
}
