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
  'verified',
  'notInResidence',
  'invalidAddress',
  'noAccess',
  'notAnEmployee',
  'detailsMismatch',
  'employerUnreachable',
  'expired',
  'cancelled',
] as const
const result = ['delivered', 'retry', 'gave-up', 'disable'] as const
const registry = ['nin', 'driver-license', 'alien-card', 'passport'] as const

/** Sections of the dashboard, in this order, with their headings. */
export const dashboardSections = {
  customerImpact: 'Are customers hurt?',
  backlog: 'What waits?',
  latency: 'Who is slow?',
  correctness: 'Are the answers right?',
  cost: 'What does it cost, and bring?',
} as const

export interface Metric {
  /** Its dimensions beside the stage, each with all of its values. */
  readonly dimensions: Readonly<Record<string, readonly string[]>>
  readonly unit: 'Count' | 'Seconds' | 'Milliseconds' | 'NGN'
  readonly section: keyof typeof dashboardSections
  readonly description: string
  /** It says what there is, again and again: its average counts, and no sum. */
  readonly isLevel?: true
}

/** Without `mode`, a metric is of live mode alone: what is only tried out says nothing there. */
export const metrics = {
  VerificationsDue: {
    dimensions: { product: ordered },
    unit: 'Count',
    section: 'customerImpact',
    description: 'Verifications that were decided in time, or were not',
  },
  VerificationsOverdue: {
    dimensions: { product: ordered },
    unit: 'Count',
    section: 'customerImpact',
    description: 'Those of them that missed their due time',
  },
  DeliveryAttempts: {
    dimensions: { mode },
    unit: 'Count',
    section: 'customerImpact',
    description: 'Attempts to deliver an event',
  },
  DeliveryFailures: {
    dimensions: { mode },
    unit: 'Count',
    section: 'customerImpact',
    description: 'Those of them that failed',
  },
  DeliveryResults: {
    dimensions: { mode, result },
    unit: 'Count',
    section: 'customerImpact',
    description: 'The same by what followed',
  },
  RequestFaults: {
    dimensions: {},
    unit: 'Count',
    section: 'customerImpact',
    description: 'Requests that failed by our fault, and were answered 500 or 503',
  },
  MessagesHeld: {
    dimensions: {},
    unit: 'Count',
    section: 'customerImpact',
    description: 'Attempts to send emails and text messages that the account may not send yet: they wait',
  },
  MessagesRefused: {
    dimensions: {},
    unit: 'Count',
    section: 'cost',
    description:
      'Emails and text messages that were not sent because their country is not allowed or a limit is reached',
  },
  SignInFailures: {
    dimensions: { who: ['client', 'person'] },
    unit: 'Count',
    section: 'customerImpact',
    description: 'Wrong secrets of clients, and people whom the issuer did not confirm',
  },
  CaseSearches: {
    dimensions: { mode },
    unit: 'Count',
    section: 'correctness',
    description: 'Searches of staff for a case',
  },
  UnusualCaseSearches: {
    dimensions: { mode },
    unit: 'Count',
    section: 'correctness',
    description: 'Those of them by a person who made more in an hour than is usual',
  },
  CircuitOpen: {
    dimensions: { registry },
    unit: 'Count',
    section: 'customerImpact',
    description: 'Times that a look-up met the open breaker of its registry',
  },
  ReconciliationMismatches: {
    dimensions: { mode },
    unit: 'Count',
    section: 'customerImpact',
    description: 'Records that reconciliation found stale: not started, not ended, or not published',
  },
  OrdersAccepted: {
    dimensions: { mode, product: [...ordered, ...lookedUp] },
    unit: 'Count',
    section: 'backlog',
    description: 'Orders, and look-ups that wait for their registry',
  },
  ReportsFiled: {
    dimensions: { product: ordered },
    unit: 'Count',
    section: 'backlog',
    description: 'Visits and calls reported',
  },
  VisitsToDo: {
    dimensions: {},
    unit: 'Count',
    section: 'backlog',
    description: 'Visits that are not reported',
    isLevel: true,
  },
  VisitsLate: {
    dimensions: {},
    unit: 'Count',
    section: 'backlog',
    description: 'Those of them that are late',
    isLevel: true,
  },
  VisitsExpected: {
    dimensions: {},
    unit: 'Count',
    section: 'backlog',
    description: 'Visits that should be done by now',
    isLevel: true,
  },
  VisitsBehind: {
    dimensions: {},
    unit: 'Count',
    section: 'backlog',
    description: 'Those of them that are not done',
    isLevel: true,
  },
  ReportsUnsent: {
    dimensions: {},
    unit: 'Count',
    section: 'backlog',
    description: 'Signed reports that are on agents’ phones alone',
    isLevel: true,
  },
  VerificationsCompleted: {
    dimensions: { mode, outcome },
    unit: 'Count',
    section: 'backlog',
    description: 'Verifications that ended',
  },
  Turnaround: {
    dimensions: { product: ordered },
    unit: 'Seconds',
    section: 'latency',
    description: 'From order to decision, of what people decided',
  },
  RegistryLatency: {
    dimensions: { registry },
    unit: 'Milliseconds',
    section: 'latency',
    description: 'How long a registry took to answer, or to fail',
  },
  RegistryFailures: {
    dimensions: { registry },
    unit: 'Count',
    section: 'latency',
    description: 'Look-ups to which a registry gave no usable answer',
  },
  RegistryUnreadable: {
    dimensions: { registry },
    unit: 'Count',
    section: 'correctness',
    description: 'Those of them that it answered or refused in a way that nobody can read',
  },
  LookupsAnswered: {
    dimensions: { product: lookedUp },
    unit: 'Count',
    section: 'correctness',
    description: 'Look-ups that their registry answered',
  },
  LookupsUnmatched: {
    dimensions: { product: lookedUp },
    unit: 'Count',
    section: 'correctness',
    description: 'Those of them that found nobody, or somebody else',
  },
  BackChecked: {
    dimensions: { product: ordered },
    unit: 'Count',
    section: 'correctness',
    description: 'Second visits',
  },
  Disagreed: {
    dimensions: { product: ordered },
    unit: 'Count',
    section: 'correctness',
    description: 'Those of them that found otherwise than the first',
  },
  TrailFaults: {
    dimensions: {},
    unit: 'Count',
    section: 'correctness',
    description: 'Logged trail entries that are missing or changed, and hours whose log is not valid',
  },
  LedgerMismatches: {
    dimensions: { mode },
    unit: 'Count',
    section: 'cost',
    description:
      'Records of a day whose line of the ledger is missing, is one too many, or has another amount, and lines that were changed',
  },
  Charged: {
    dimensions: { product: [...ordered, ...lookedUp] },
    unit: 'NGN',
    section: 'cost',
    description: 'The prices of verdicts',
  },
} as const satisfies Readonly<Record<string, Metric>>

export type MetricName = keyof typeof metrics

/** Where all of them stand in CloudWatch. */
export const metricNamespace = 'Verification'
