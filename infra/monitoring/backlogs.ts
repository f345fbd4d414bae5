import type { Urgency } from '../constructs/context.ts'

export interface Backlog {
  /** Of work that waits too long. What was given up has waited before, and nobody loses more by a night. */
  readonly urgency: Urgency
  readonly errorImpact: string
  /** Age of the oldest message, including intended delays. */
  readonly lateAfterSeconds: number
}

export const backlogs = {
  completions: {
    urgency: 'page',
    errorImpact: 'Accepted verifications do not start: customers wait.',
    lateAfterSeconds: 300,
  },
  // Retries wait here for up to 15 minutes; longer waits take several hops.
  deliveries: {
    urgency: 'page',
    errorImpact: 'Customers do not receive their webhooks.',
    lateAfterSeconds: 1800,
  },
  // Ten at a time at ten seconds each: about 10,000 events for one endpoint, whose owner should know.
  'slow-deliveries': {
    urgency: 'ticket',
    errorImpact: 'Customers whose receivers take seconds to answer do not receive their webhooks.',
    lateAfterSeconds: 3 * 3600,
  },
  // Retries wait here for up to 15 minutes; longer waits take several hops.
  lookups: {
    urgency: 'page',
    errorImpact: 'Look-ups that were accepted while a registry was down get no result: customers wait.',
    lateAfterSeconds: 1800,
  },
  messages: {
    urgency: 'ticket',
    errorImpact: 'Applicants and employers are not sent their links: visits and answers take longer.',
    lateAfterSeconds: 900,
  },
  reconciliations: {
    urgency: 'ticket',
    errorImpact: 'What the stream missed is not repaired: some customers wait, and nothing shows it.',
    lateAfterSeconds: 1800,
  },
  // A simulated visit takes up to 15 minutes.
  visits: {
    urgency: 'ticket',
    errorImpact:
      'Test verifications do not finish: integrators cannot try the service. Live verifications are not affected.',
    lateAfterSeconds: 1800,
  },
  'table-stream': {
    urgency: 'page',
    errorImpact:
      'Accepted verifications do not start and events do not leave: customers wait. Nothing is lost: the hourly reconciliation repairs it.',
    lateAfterSeconds: 300,
  },
} as const satisfies Readonly<Record<string, Backlog>>

export type BacklogName = keyof typeof backlogs
