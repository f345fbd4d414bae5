/*
 * The list of everything that is counted. Types that keep writers to it, the dashboard, the alarms on what is counted
 * and the cost of watching follow from it.
 *
 * Every combination of a metric's values is paid for by itself, so values are few, are words of ours, and say nothing
 * about a person or a customer. A noun's own list comes later in the order of rooms: a word of it that is missing here
 * does not compile where it is counted, and a test finds one that is too many.
 */

const mode = ['test', 'live'] as const
const ordered = ['address', 'address-pro', 'business-address', 'employment'] as const
const lookedUp = ['nin', 'nin-premium', 'driver-license', 'alien-card', 'passport'] as const
const outcome = [
  ...['verified', 'notInResidence', 'invalidAddress', 'noAccess'],
  ...['notAnEmployee', 'detailsMismatch', 'employerUnreachable', 'expired', 'cancelled'],
] as const
const verdict = ['EXACT_MATCH', 'TRANSPOSED_MATCH', 'PARTIAL_MATCH', 'NO_MATCH', 'NOT_FOUND'] as const
const result = ['delivered', 'retry', 'gave-up', 'disable'] as const
const registry = ['nin', 'driver-license', 'alien-card', 'passport'] as const

/** What an operator asks, in this order: the rows of the dashboard. */
export const dashboardSections = {
  hurt: 'Are customers hurt?',
  waits: 'What waits?',
  slow: 'Who is slow?',
  right: 'Are the answers right?',
  costs: 'What does it cost, and bring?',
} as const

export interface Metric {
  /** What it stands by, beside the stage: each dimension with all of its values. */
  readonly dimensions: Readonly<Record<string, readonly string[]>>
  readonly unit: 'Count' | 'Seconds' | 'Milliseconds' | 'NGN'
  readonly section: keyof typeof dashboardSections
  readonly description: string
}

/** Without `mode`, a metric is of live mode alone: what is only tried out says nothing there. */
export const metrics = {
  VerificationsDue: {
    dimensions: { product: ordered },
    unit: 'Count',
    section: 'hurt',
    description: 'Verifications that were decided in time, or were not',
  },
  VerificationsOverdue: {
    dimensions: { product: ordered },
    unit: 'Count',
    section: 'hurt',
    description: 'Those of them that missed their due time',
  },
  DeliveryAttempts: {
    dimensions: { mode },
    unit: 'Count',
    section: 'hurt',
    description: 'Attempts to deliver an event',
  },
  DeliveryFailures: {
    dimensions: { mode },
    unit: 'Count',
    section: 'hurt',
    description: 'Those of them that failed',
  },
  DeliveryResults: {
    dimensions: { mode, result },
    unit: 'Count',
    section: 'hurt',
    description: 'The same by what followed',
  },
  RequestFaults: {
    dimensions: {},
    unit: 'Count',
    section: 'hurt',
    description: 'Requests that failed by our fault, and were answered 500 or 503',
  },
  MessagesHeld: {
    dimensions: {},
    unit: 'Count',
    section: 'hurt',
    description: 'Tries to send letters and text messages that the account may not send yet: they wait',
  },
  MessagesRefused: {
    dimensions: {},
    unit: 'Count',
    section: 'costs',
    description: 'Letters and text messages that were not sent, since they would have cost what they may not',
  },
  SignInFailures: {
    dimensions: { who: ['client', 'person'] },
    unit: 'Count',
    section: 'hurt',
    description: 'Wrong secrets of clients, and people whom the issuer did not confirm',
  },
  CircuitOpen: {
    dimensions: { registry },
    unit: 'Count',
    section: 'hurt',
    description: 'Times that a look-up met the open breaker of its registry',
  },
  ReconciliationMismatches: {
    dimensions: { mode },
    unit: 'Count',
    section: 'hurt',
    description: 'Records that reconciliation found left behind: not started, not ended, not told',
  },
  OrdersAccepted: {
    dimensions: { mode, product: [...ordered, ...lookedUp] },
    unit: 'Count',
    section: 'waits',
    description: 'Orders, and look-ups that wait for their registry',
  },
  ReportsFiled: {
    dimensions: { product: ordered },
    unit: 'Count',
    section: 'waits',
    description: 'Visits and calls reported',
  },
  VerificationsCompleted: {
    dimensions: { mode, outcome },
    unit: 'Count',
    section: 'waits',
    description: 'Verifications that ended',
  },
  Turnaround: {
    dimensions: { product: ordered },
    unit: 'Seconds',
    section: 'slow',
    description: 'From order to decision, of what people decided',
  },
  RegistryLatency: {
    dimensions: { registry },
    unit: 'Milliseconds',
    section: 'slow',
    description: 'How long a registry took to answer, or to fail',
  },
  RegistryFailures: {
    dimensions: { registry },
    unit: 'Count',
    section: 'slow',
    description: 'Questions to which a registry gave no usable answer',
  },
  LookupsAnswered: {
    dimensions: { product: lookedUp },
    unit: 'Count',
    section: 'right',
    description: 'Look-ups that their registry answered',
  },
  LookupsUnmatched: {
    dimensions: { product: lookedUp },
    unit: 'Count',
    section: 'right',
    description: 'Those of them that found nobody, or somebody else',
  },
  Verdicts: {
    dimensions: { product: lookedUp, verdict },
    unit: 'Count',
    section: 'right',
    description: 'The same by what they found',
  },
  BackChecked: {
    dimensions: { product: ordered },
    unit: 'Count',
    section: 'right',
    description: 'Second visits',
  },
  Disagreed: {
    dimensions: { product: ordered },
    unit: 'Count',
    section: 'right',
    description: 'Those of them that found otherwise than the first',
  },
  TrailFaults: {
    dimensions: {},
    unit: 'Count',
    section: 'right',
    description:
      'Entries of trails that were logged and are gone or others now, and hours whose log does not hold',
  },
  LedgerMismatches: {
    dimensions: { mode },
    unit: 'Count',
    section: 'costs',
    description:
      'Records of a day whose line of the ledger is missing, is one too many, or has another amount',
  },
  Charged: {
    dimensions: { product: [...ordered, ...lookedUp] },
    unit: 'NGN',
    section: 'costs',
    description: 'The prices of verdicts',
  },
} as const satisfies Readonly<Record<string, Metric>>

export type MetricName = keyof typeof metrics

/** Where all of them stand in CloudWatch. */
export const metricNamespace = 'Verification'
