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
  readonly by: Readonly<Record<string, readonly string[]>>
  readonly unit: 'Count' | 'Seconds' | 'Milliseconds' | 'NGN'
  readonly answers: keyof typeof dashboardSections
  readonly what: string
}

/** Without `mode`, a metric is of live mode alone: what is only tried out says nothing there. */
export const metrics = {
  VerificationsDue: {
    by: { product: ordered },
    unit: 'Count',
    answers: 'hurt',
    what: 'Verifications that were decided in time, or were not',
  },
  VerificationsOverdue: {
    by: { product: ordered },
    unit: 'Count',
    answers: 'hurt',
    what: 'Those of them that missed their due time',
  },
  DeliveryAttempts: { by: { mode }, unit: 'Count', answers: 'hurt', what: 'Attempts to deliver an event' },
  DeliveryFailures: { by: { mode }, unit: 'Count', answers: 'hurt', what: 'Those of them that failed' },
  DeliveryResults: {
    by: { mode, result },
    unit: 'Count',
    answers: 'hurt',
    what: 'The same by what followed',
  },
  RequestFaults: {
    by: {},
    unit: 'Count',
    answers: 'hurt',
    what: 'Requests that failed by our fault, and were answered 500 or 503',
  },
  SignInFailures: {
    by: { who: ['client', 'person'] },
    unit: 'Count',
    answers: 'hurt',
    what: 'Wrong secrets of clients, and people whom the issuer did not confirm',
  },
  CircuitOpen: {
    by: { registry },
    unit: 'Count',
    answers: 'hurt',
    what: 'Times that a look-up met the open breaker of its registry',
  },
  ReconciliationMismatches: {
    by: { mode },
    unit: 'Count',
    answers: 'hurt',
    what: 'Records that reconciliation found left behind: not started, not ended, not told',
  },
  OrdersAccepted: {
    by: { mode, product: [...ordered, ...lookedUp] },
    unit: 'Count',
    answers: 'waits',
    what: 'Orders, and look-ups that wait for their registry',
  },
  ReportsFiled: {
    by: { product: ordered },
    unit: 'Count',
    answers: 'waits',
    what: 'Visits and calls reported',
  },
  VerificationsCompleted: {
    by: { mode, outcome },
    unit: 'Count',
    answers: 'waits',
    what: 'Verifications that ended',
  },
  Turnaround: {
    by: { product: ordered },
    unit: 'Seconds',
    answers: 'slow',
    what: 'From order to decision, of what people decided',
  },
  RegistryLatency: {
    by: { registry },
    unit: 'Milliseconds',
    answers: 'slow',
    what: 'How long a registry took to answer, or to fail',
  },
  RegistryFailures: {
    by: { registry },
    unit: 'Count',
    answers: 'slow',
    what: 'Questions to which a registry gave no usable answer',
  },
  LookupsAnswered: {
    by: { product: lookedUp },
    unit: 'Count',
    answers: 'right',
    what: 'Look-ups that their registry answered',
  },
  LookupsUnmatched: {
    by: { product: lookedUp },
    unit: 'Count',
    answers: 'right',
    what: 'Those of them that found nobody, or somebody else',
  },
  Verdicts: {
    by: { product: lookedUp, verdict },
    unit: 'Count',
    answers: 'right',
    what: 'The same by what they found',
  },
  BackChecked: { by: { product: ordered }, unit: 'Count', answers: 'right', what: 'Second visits' },
  Disagreed: {
    by: { product: ordered },
    unit: 'Count',
    answers: 'right',
    what: 'Those of them that found otherwise than the first',
  },
  TrailFaults: {
    by: {},
    unit: 'Count',
    answers: 'right',
    what: 'Entries of trails that were logged and are gone or others now, and hours whose log does not hold',
  },
  LedgerMismatches: {
    by: { mode },
    unit: 'Count',
    answers: 'costs',
    what: 'Records of a day whose line of the ledger is missing, is one too many, or has another amount',
  },
  Charged: {
    by: { product: [...ordered, ...lookedUp] },
    unit: 'NGN',
    answers: 'costs',
    what: 'The prices of verdicts',
  },
} as const satisfies Readonly<Record<string, Metric>>

export type MetricName = keyof typeof metrics

/** Where all of them stand in CloudWatch. */
export const metricNamespace = 'Verification'
