import { type MetricName, metricNamespace, metrics } from '../../shared/metrics/definitions.ts'
import type {
  AlarmProps,
  ForeignMetric,
  NumberedAlarmProps,
  ResourceAlarm,
  ResourceHeartbeat,
  ShareAlarmProps,
  WatchedMetric,
} from '../constructs/alarm.ts'
import { type BacklogName, backlogs } from './backlogs.ts'
import { type ScheduleName, schedules } from './schedules.ts'

const awsMetric = (namespace: string, name: string): ForeignMetric => ({
  namespace: `AWS/${namespace}`,
  name,
})

type By<Name extends MetricName> = (typeof metrics)[Name]['dimensions']

type DimensionsOf<Name extends MetricName> = {
  readonly [Each in keyof By<Name>]: By<Name>[Each] extends readonly (infer Value extends string)[]
    ? Value
    : never
}

const serviceMetric = <Name extends MetricName>(name: Name, of: DimensionsOf<Name>): WatchedMetric => ({
  namespace: metricNamespace,
  name,
  of,
})

export const functionErrorsFirst =
  'Read the lines of level ERROR in its log. If they began with a deploy, deploy the version before it.'

/** Where people wait, the API's own alarm or that of a queue is raised as well. */
export const functionErrors = {
  urgency: 'ticket',
  errorImpact: 'A function fails.',
  firstStep: functionErrorsFirst,
} as const

const consumerFirst =
  'Check whether its consumer fails or is throttled: other alarms say so. The backlog is processed as soon as that ends.'

export const queueLate = (name: BacklogName): ResourceAlarm => ({
  name: `${name}-late`,
  urgency: backlogs[name].urgency,
  errorImpact: `${name}: work waits too long. ${backlogs[name].errorImpact}`,
  firstStep: consumerFirst,
  metric: awsMetric('SQS', 'ApproximateAgeOfOldestMessage'),
  statistic: 'Maximum',
  above: backlogs[name].lateAfterSeconds,
})

export const deadLetters = (name: BacklogName): ResourceAlarm => ({
  name: `${name}-dead-letters`,
  urgency: 'ticket',
  errorImpact: `${name}: given up after many attempts, waiting for a redrive. ${backlogs[name].errorImpact}`,
  // Stream records that were given up are not messages that could be put back.
  firstStep:
    name === 'table-stream'
      ? 'Find the cause in the log of outbox/relay and remove it. Then run `reconcile`, which repairs what the relay missed.'
      : 'Find the cause in the log of its consumer and remove it. Then put the messages back with `deliveries redrive`.',
  metric: awsMetric('SQS', 'ApproximateNumberOfMessagesVisible'),
  statistic: 'Maximum',
})

export const streamLate: ResourceAlarm = {
  name: 'table-stream-late',
  urgency: backlogs['table-stream'].urgency,
  errorImpact: `The table's stream is read too late. ${backlogs['table-stream'].errorImpact}`,
  firstStep: consumerFirst,
  metric: awsMetric('Lambda', 'IteratorAge'),
  statistic: 'Maximum',
  above: backlogs['table-stream'].lateAfterSeconds * 1000,
}

const invocations = awsMetric('Lambda', 'Invocations')

/** A mapping that is off has no age, and nothing waits in a queue: only what should come every few minutes is missed. */
export const streamSilent: ResourceHeartbeat = {
  name: 'table-stream-silent',
  urgency: 'page',
  errorImpact: `The table's stream is not read at all. ${backlogs['table-stream'].errorImpact}`,
  firstStep:
    'If `beat-silent` rings, too, its schedule is the cause. Otherwise look whether the event source mapping of outbox/relay is enabled, and enable it: it continues where it stopped, for a day.',
  metric: invocations,
  everyMinutes: schedules.beat.everyMinutes,
}

export const ledgerStreamSilent: ResourceHeartbeat = {
  name: 'ledger-stream-silent',
  urgency: 'ticket',
  errorImpact:
    'The table’s stream is not read for the sums of charges. What customers see of this month stands still; nobody is charged more or less.',
  firstStep:
    'If `beat-silent` rings, too, its schedule is the cause. Otherwise look whether the event source mapping of outbox/count-charges is enabled, and enable it: it continues where it stopped, for a day.',
  metric: invocations,
  everyMinutes: schedules.beat.everyMinutes,
}

export const scheduleSilent = (name: ScheduleName): ResourceHeartbeat => ({
  name: `${name}-silent`,
  urgency: schedules[name].urgency,
  errorImpact: `The schedule ${name} has not run twice in a row. ${schedules[name].errorImpact}`,
  firstStep:
    'Look whether the schedule is enabled in EventBridge Scheduler, and whether its function is throttled. After a first deploy it is over with the first run.',
  metric: invocations,
  everyMinutes: schedules[name].everyMinutes,
})

const workflowEnd = (end: 'Failed' | 'TimedOut'): ResourceAlarm => ({
  name: `workflow-${end.toLowerCase()}`,
  urgency: 'ticket',
  errorImpact:
    'A verification stopped half-way: its customer waits for a result that never comes. The failed execution is named after the verification and can be redriven.',
  firstStep:
    'Open the failed execution, read the error of its last state, and redrive it once the cause is gone.',
  metric: awsMetric('States', `Executions${end}`),
})

export const workflowEnds = { failed: workflowEnd('Failed'), timedOut: workflowEnd('TimedOut') }

export const serverErrors: ResourceAlarm = {
  name: 'api-server-errors',
  urgency: 'page',
  errorImpact: 'The API responds with 5xx. Integrators get errors instead of results.',
  firstStep:
    'Find the route in the access log, then the lines `request.failed` in its function’s log. If they began with a deploy, deploy the version before it.',
  metric: awsMetric('ApiGateway', '5xx'),
}

/** One for all functions: concurrency is limited by account. */
export const throttles: ResourceAlarm = {
  name: 'functions-throttled',
  urgency: 'page',
  errorImpact:
    'AWS throttles functions: either all functions of the account, other stages included, or one that has used up its reserved concurrency. Callers get errors, and work waits until fewer functions run or the limit is raised.',
  firstStep:
    'Find the function that has Throttles. If it has reserved concurrency, find the cause of the load in request.answered; if all functions are throttled, ask AWS for more concurrent executions.',
  metric: awsMetric('Lambda', 'Throttles'),
}

export interface Burst extends Pick<AlarmProps, 'errorImpact' | 'firstStep' | 'above'> {
  readonly status: number
}

/** Single refusals are callers' mistakes; so many in five minutes are not. */
export const bursts: readonly Burst[] = [
  {
    status: 401,
    above: 200,
    errorImpact:
      'Many requests have no valid credential. Somebody guesses secrets or tokens, or an integrator still uses revoked ones and its customers wait.',
    firstStep:
      'Group the lines request.answered by sourceDigest and action, and speak to the integrator or block the source.',
  },
  {
    status: 403,
    above: 200,
    errorImpact:
      'Many requests lack the scope that they need. A credential is stolen, or an integrator was not given a product that its customers wait for.',
    firstStep:
      'Group the lines request.answered by clientId. `clients revoke` and `clients rotate` end a stolen credential.',
  },
  {
    status: 429,
    above: 1000,
    errorImpact:
      'A limit refuses many requests. A client floods the service or guesses numbers, or an integrator has outgrown its limit and its customers wait.',
    firstStep: 'Group the lines request.answered by clientId and action.',
  },
]

/** A filter counts the access log's lines with this status below the stage's prefix. */
export const burst = ({ status, ...alarm }: Burst): ResourceAlarm => ({
  ...alarm,
  name: `api-status-${status}`,
  urgency: 'ticket',
  metric: { namespace: 'api', name: `status-${status}` },
})

export const signInFailures: AlarmProps = {
  name: 'sign-in-failures',
  urgency: 'ticket',
  errorImpact:
    'Many sign-ins of clients have a wrong secret. Somebody guesses secrets, or an integrator still uses an old one and its customers wait.',
  firstStep:
    'Group the lines request.answered of createToken with status 401 by sourceDigest. If one unknown source sends them, somebody guesses, and the limit stops it. If an integrator sends them, give it a new secret.',
  metric: serviceMetric('SignInFailures', { who: 'client' }),
  above: 100,
}

export const personSignInFailures: AlarmProps = {
  name: 'sign-in-failures-people',
  urgency: 'page',
  errorImpact:
    'Many people return from the identity provider without a session. Agents and reviewers cannot start to work and customers wait, or somebody attacks the sign-in.',
  firstStep:
    'Check whether the identity provider responds, and whether its client, secret and redirect address are still ours.',
  metric: serviceMetric('SignInFailures', { who: 'person' }),
  above: 50,
}

export const messagesRefused: AlarmProps = {
  name: 'messages-refused',
  urgency: 'ticket',
  errorImpact:
    'Many messages to applicants and employers are not sent, because their country is not allowed or their recipient has reached a limit. Somebody misuses orders to send messages, or applicants and employers wait for links that do not come.',
  firstStep:
    'Group the lines message.outsideCountries and message.limitReached by organisationId. From one customer it is misuse or a wrong list of numbers: speak to them. If all have some, see whether `messages` of the stage names the countries and limits that you need.',
  metric: serviceMetric('MessagesRefused', {}),
  periodMinutes: 60,
  above: 20,
}

export const messagesHeld: AlarmProps = {
  name: 'messages-held',
  urgency: 'ticket',
  errorImpact:
    'Links to applicants and employers wait because this account may not send them: nobody tells them about the visit or the questions. Each message is sent as soon as the account may, while its link is valid.',
  firstStep:
    'In SES, check the sandbox, whether the account is paused, and whether the sender is verified. In End User Messaging, check the sandbox, the month’s spend limit (1 dollar in a new account) and the sender ids of Nigeria and Kenya.',
  metric: serviceMetric('MessagesHeld', {}),
  periodMinutes: 15,
}

export const reconciliationMismatches: AlarmProps = {
  name: 'reconciliation-mismatches',
  urgency: 'ticket',
  errorImpact:
    'Reconciliation found stale live records and repaired them. A few customers waited an hour too long.',
  firstStep:
    'Look at the stream’s own alarms and the lines outbox.stale-found. If it finds some again every hour, the repair fails: read change.failed.',
  metric: serviceMetric('ReconciliationMismatches', { mode: 'live' }),
  periodMinutes: 60,
}

export const trailFaults: AlarmProps = {
  name: 'trail-faults',
  urgency: 'page',
  errorImpact:
    'Trails and their log do not agree. Somebody has removed or rewritten entries of a trail, or the log is not written: an auditor can rely on neither.',
  firstStep:
    'Read the lines trail-log.mismatch, or run `trail-log check`: each names an hour, an entry and its fault. Find out in CloudTrail who wrote to the table or the bucket. After a restore, entries later than its point in time are missing and are named so.',
  metric: serviceMetric('TrailFaults', {}),
  periodMinutes: 60,
}

export const ledgerMismatches: AlarmProps = {
  name: 'ledger-mismatches',
  urgency: 'ticket',
  errorImpact:
    'The ledger and the live records of a day do not agree. A customer is charged without a record, or is not charged for one.',
  firstStep:
    'Read the lines ledger.mismatch: each names a record and says whether its line is missing, is one too many, or has another amount. With `sum` it names a day whose total in the portal was wrong, and is right now, or a month whose total was wrong when it was sealed: see whether `outbox/count-charges` fails. Look at the record with `verifications show`, and correct the invoice; a line never changes.',
  metric: serviceMetric('LedgerMismatches', { mode: 'live' }),
  periodMinutes: 60,
}

export const unusualCaseSearches: AlarmProps = {
  name: 'case-searches-unusual',
  urgency: 'page',
  errorImpact:
    'One person has made more searches for cases in an hour than is usual. Somebody may read cases that are none of their work, or uses a stolen session.',
  firstStep:
    'Group the lines cases.searched by clientId and result, which is the purpose. Ask the person; if they cannot explain it, disable them and read in the trails of the cases what they opened.',
  metric: serviceMetric('UnusualCaseSearches', { mode: 'live' }),
  periodMinutes: 60,
}

export const breakersOpen: NumberedAlarmProps = {
  name: 'registries-open',
  urgency: 'page',
  errorImpact:
    'A registry fails, and the circuit breaker is open. Integrators get 503 for its look-ups: their users cannot sign up.',
  firstStep:
    'The overview shows since when. Call the registry. If the registry works, check its credential and read the failures in the lines identity.unavailable.',
  members: metrics.CircuitOpen.dimensions.registry.map(registry => ({
    title: registry,
    metric: serviceMetric('CircuitOpen', { registry }),
  })),
}

export const answersUnreadable: NumberedAlarmProps = {
  name: 'registries-unreadable',
  urgency: 'ticket',
  errorImpact:
    'A registry answers what nobody can read, or refuses us. Integrators get 502 or 503 for such numbers; the circuit breaker stays closed.',
  firstStep:
    'Read the failures in the lines identity.unreadable and identity.unavailable. One number: ask the registry about its record. Many: its answers have another form than its adapter reads, or its credential has ended.',
  members: metrics.RegistryUnreadable.dimensions.registry.map(registry => ({
    title: registry,
    metric: serviceMetric('RegistryUnreadable', { registry }),
  })),
}

/** Callers usually know the number, so half unmatched is unusual. */
export const unmatchedLookups = (product: By<'LookupsAnswered'>['product'][number]): ShareAlarmProps => ({
  name: `lookups-unmatched-${product}`,
  urgency: 'ticket',
  errorImpact: `More than half of the ${product} look-ups find nobody, or somebody else. Somebody may be guessing the numbers or names of strangers; if it happens to all organisations, the registry has lost records.`,
  firstStep:
    'Find the organisation in the log by its results NO_MATCH and identity_not_found. Ask it, and remove its client if it cannot explain them.',
  part: serviceMetric('LookupsUnmatched', { product }),
  whole: serviceMetric('LookupsAnswered', { product }),
  atLeast: 50,
  abovePercent: 50,
  periodMinutes: 15,
})

/** A day is an alarm's longest period, and nights differ from days. */
export const lateVerifications = (
  product: By<'VerificationsOverdue'>['product'][number],
): ShareAlarmProps => ({
  name: `verifications-late-${product}`,
  urgency: 'ticket',
  errorImpact: `More than one in five ${product} verifications is late. Customers wait longer than the promised time.`,
  firstStep:
    'The overview shows where work waits: open work lacks agents, reported work lacks reviewers. Send people there.',
  part: serviceMetric('VerificationsOverdue', { product }),
  whole: serviceMetric('VerificationsDue', { product }),
  atLeast: 20,
  abovePercent: 20,
  periodMinutes: 24 * 60,
})

/** Counted every few minutes: a share of averages is that of an hour. */
const ofFieldwork = { statistic: 'Average', periodMinutes: 60 } as const

export const fieldworkLate: ShareAlarmProps = {
  ...ofFieldwork,
  name: 'fieldwork-late',
  urgency: 'ticket',
  errorImpact:
    'More than one in five visits that are to be made is late. Customers wait longer than the promised time.',
  firstStep:
    'Open Fieldwork at the desk and go to the states with the most late visits. Where nobody is on them, assign them or add agents to the team; where agents hold them, move them.',
  part: serviceMetric('VisitsLate', {}),
  whole: serviceMetric('VisitsToDo', {}),
  atLeast: 50,
  abovePercent: 20,
}

export const fieldworkBehind: ShareAlarmProps = {
  ...ofFieldwork,
  name: 'fieldwork-behind',
  urgency: 'ticket',
  errorImpact:
    'Fewer than half of the visits that should be done by now are done. Tomorrow’s visits become late, and customers wait.',
  firstStep:
    'Open Fieldwork at the desk: if few agents are active, ask their supervisors why; if reports are not sent, the phones have no network or the API fails. Look at the alarms of the API, too.',
  part: serviceMetric('VisitsBehind', {}),
  whole: serviceMetric('VisitsExpected', {}),
  atLeast: 50,
  abovePercent: 50,
}

export const reportsUnsent: AlarmProps = {
  name: 'reports-unsent',
  urgency: 'ticket',
  errorImpact:
    'More than 100 signed reports are on agents’ phones and not with the service. Their visits are made, and their customers wait all the same.',
  firstStep:
    'Open Fieldwork at the desk and see whose phones hold them. If it is one area, its network is down and the phones send later. If it is everywhere, read the log of the reports’ and photos’ functions.',
  metric: serviceMetric('ReportsUnsent', {}),
  statistic: 'Average',
  periodMinutes: 60,
  above: 100,
}

export const failingDeliveries: ShareAlarmProps = {
  name: 'deliveries-failing',
  urgency: 'page',
  errorImpact:
    'More than half of the delivery attempts fail. Customers do not receive their results; the service retries for three days.',
  firstStep:
    'Group the lines delivery.attempted by endpointId and failure. If one endpoint fails, tell its owner. If many fail in the same way, our own network is broken.',
  part: serviceMetric('DeliveryFailures', { mode: 'live' }),
  whole: serviceMetric('DeliveryAttempts', { mode: 'live' }),
  atLeast: 50,
  abovePercent: 50,
  periodMinutes: 15,
}

const waiting = Object.keys(backlogs) as BacklogName[]

/** All alarms except those of single functions. What customers feel comes first. */
export const alarms: readonly (
  | ResourceAlarm
  | ResourceHeartbeat
  | AlarmProps
  | ShareAlarmProps
  | NumberedAlarmProps
)[] = [
  serverErrors,
  ...metrics.VerificationsOverdue.dimensions.product.map(lateVerifications),
  fieldworkLate,
  fieldworkBehind,
  reportsUnsent,
  failingDeliveries,
  breakersOpen,
  answersUnreadable,
  signInFailures,
  personSignInFailures,
  unusualCaseSearches,
  throttles,
  reconciliationMismatches,
  trailFaults,
  messagesHeld,
  messagesRefused,
  ledgerMismatches,
  ...Object.values(workflowEnds),
  ...waiting.filter(name => name !== 'table-stream').map(queueLate),
  streamLate,
  streamSilent,
  ledgerStreamSilent,
  ...(Object.keys(schedules) as ScheduleName[]).map(scheduleSilent),
  ...waiting.map(deadLetters),
  ...bursts.map(burst),
  ...metrics.LookupsAnswered.dimensions.product.map(unmatchedLookups),
]
