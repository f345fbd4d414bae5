import type { Construct } from 'constructs'
import type { Context } from './constructs/context.ts'
import { WorkerQueue } from './constructs/worker-queue.ts'

/** The queues between what is recorded and what is done about it. */
export const addQueues = (scope: Construct, context: Context) => ({
  /** Verifications to start, and decisions to pass on to the workflow. */
  completions: new WorkerQueue(scope, context, {
    name: 'completions',
    variable: 'COMPLETIONS_QUEUE_URL',
    errorImpact: 'Accepted verifications do not start, or decided ones do not become final: customers wait.',
    consumerTimeoutSeconds: 30,
    lateAfterSeconds: 300,
  }),
  /** Events on their way to customers' endpoints. Retries wait here for up to 15 minutes, so only more is late. */
  deliveries: new WorkerQueue(scope, context, {
    name: 'deliveries',
    variable: 'DELIVERIES_QUEUE_URL',
    errorImpact: 'Customers do not receive their webhooks.',
    consumerTimeoutSeconds: 30,
    lateAfterSeconds: 1800,
  }),
  /** Look-ups whose registry did not answer. Tries wait here for up to 15 minutes, so only more is late. */
  lookups: new WorkerQueue(scope, context, {
    name: 'lookups',
    variable: 'LOOKUPS_QUEUE_URL',
    errorImpact: 'Look-ups that were accepted while a registry was down get no result: customers wait.',
    consumerTimeoutSeconds: 30,
    lateAfterSeconds: 1800,
  }),
  /** Work of the simulated agent, delayed by its pretended journey. */
  visits: new WorkerQueue(scope, context, {
    name: 'visits',
    variable: 'VISITS_QUEUE_URL',
    errorImpact:
      'Test verifications do not finish: integrators cannot try the service. Live ones are not touched.',
    consumerTimeoutSeconds: 30,
    lateAfterSeconds: 1800,
  }),
})

export type Queues = ReturnType<typeof addQueues>
