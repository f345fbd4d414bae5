import { type MetricName, metricNamespace, metrics } from '../../shared/metrics/definitions.ts'
import type { AlarmProps, NumberedAlarmProps, ShareAlarmProps, WatchedMetric } from '../constructs/alarm.ts'
import { type BacklogName, backlogs } from './backlogs.ts'

/** Its dimensions are known where the resource is created. */
type ForeignResource = Omit<WatchedMetric, 'of'>

type ListedAlarm = Omit<AlarmProps, 'metric'> & { readonly metric: ForeignResource }

export const onResource = (alarm: ListedAlarm, of: WatchedMetric['of']): AlarmProps => ({
  ...alarm,
  metric: { ...alarm.metric, of },
})

const awsMetric = (namespace: string, name: string): ForeignResource => ({
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

export const functionErrors = { errorImpact: 'A function fails.', firstStep: functionErrorsFirst }
export const functionErrorsMetric = awsMetric('Lambda', 'Errors')

const consumerFirst =
  'See whether its consumer fails or is throttled, which has alarms of its own. What waits is worked on as soon as that ends.'

export const queueLate = (name: BacklogName): ListedAlarm => ({
  name: `${name}-late`,
  errorImpact: `${name}: work waits too long. ${backlogs[name].errorImpact}`,
  firstStep: consumerFirst,
  metric: awsMetric('SQS', 'ApproximateAgeOfOldestMessage'),
  statistic: 'Maximum',
  above: backlogs[name].lateAfterSeconds,
})

export const deadLetters = (name: BacklogName): ListedAlarm => ({
  name: `${name}-dead-letters`,
  errorImpact: `${name}: given up after many attempts, waiting for a redrive. ${backlogs[name].errorImpact}`,
  // Stream records that were given up are not messages that could be put back.
  firstStep:
    name === 'table-stream'
      ? 'Find the cause in the log of outbox/relay and mend it. Then run `reconcile`, which does what was left undone.'
      : 'Find the cause in the log of its consumer and mend it. Then put them back by `deliveries redrive`.',
  metric: awsMetric('SQS', 'ApproximateNumberOfMessagesVisible'),
  statistic: 'Maximum',
})

export const streamLate: ListedAlarm = {
  name: 'table-stream-late',
  errorImpact: `The table's stream is read too late. ${backlogs['table-stream'].errorImpact}`,
  firstStep: consumerFirst,
  metric: awsMetric('Lambda', 'IteratorAge'),
  statistic: 'Maximum',
  above: backlogs['table-stream'].lateAfterSeconds * 1000,
}

const workflowEnd = (end: 'Failed' | 'TimedOut'): ListedAlarm => ({
  name: `workflow-${end.toLowerCase()}`,
  errorImpact:
    'A verification stopped half-way: its customer waits for a result that never comes. The failed execution is named after the verification and can be redriven.',
  firstStep:
    'Open the failed execution, read the error of its last state, and redrive it once the cause is gone.',
  metric: awsMetric('States', `Executions${end}`),
})

export const workflowEnds = { failed: workflowEnd('Failed'), timedOut: workflowEnd('TimedOut') }

export const serverErrors: ListedAlarm = {
  name: 'api-server-errors',
  errorImpact: 'The API answers 5xx. Integrators get errors instead of answers.',
  firstStep:
    'Find the route in the access log, then the lines `request.failed` in its function’s log. If they began with a deploy, deploy the version before it.',
  metric: awsMetric('ApiGateway', '5xx'),
}

/** One for all functions: concurrency is limited by account. */
export const throttles: ListedAlarm = {
  name: 'functions-throttled',
  errorImpact:
    'Functions are throttled: all of the account, in this stage or in another beside it, or one that has used up what is reserved for it. Callers get errors and work waits until fewer run at once or more may run.',
  firstStep:
    'Look which function has Throttles. If it is one with `reserved` copies, find its flood in request.answered; if all are, ask AWS for more concurrent executions.',
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
      'Many calls show no valid credential. Somebody tries out secrets or tokens, or an integrator goes on with withdrawn ones and its customers wait.',
    firstStep:
      'Group the lines request.answered by sourceDigest and action, and speak to the integrator or block the source.',
  },
  {
    status: 403,
    above: 200,
    errorImpact:
      'Many calls ask for what their client may not use. A credential is in wrong hands, or an integrator was not given a product that its customers wait for.',
    firstStep:
      'Group the lines request.answered by clientId. `clients revoke` and `clients rotate` end a stolen credential.',
  },
  {
    status: 429,
    above: 1000,
    errorImpact:
      'Many calls are refused by a limit. One client floods the service or tries out numbers, or an integrator has outgrown its limit and its customers wait.',
    firstStep: 'Group the lines request.answered by clientId and action.',
  },
]

/** A filter counts the access log's lines with this status below the stage's prefix. */
export const burst = ({ status, ...alarm }: Burst): ListedAlarm => ({
  ...alarm,
  name: `api-status-${status}`,
  metric: { namespace: 'api', name: `status-${status}` },
})

export const signInFailures: AlarmProps = {
  name: 'sign-in-failures',
  errorImpact:
    'Many wrong secrets are shown for clients. Somebody tries out secrets, or an integrator was given another one and its customers wait.',
  firstStep:
    'Group the lines request.answered of createToken with status 401 by sourceDigest. From one source it is a guess, and the limit holds it; from an integrator’s, help it to its secret.',
  metric: serviceMetric('SignInFailures', { who: 'client' }),
  above: 100,
}

export const personSignInFailures: AlarmProps = {
  name: 'sign-in-failures-people',
  errorImpact:
    'Many people come back from the issuer without being signed in. Agents and reviewers cannot begin to work and customers wait, or somebody plays with the way back.',
  firstStep:
    'See whether the issuer answers, and whether its client, secret and redirect address are still ours.',
  metric: serviceMetric('SignInFailures', { who: 'person' }),
  above: 50,
}

export const messagesRefused: AlarmProps = {
  name: 'messages-refused',
  errorImpact:
    'Many messages to people outside are not sent, since they go to other countries or one recipient had enough of them. Somebody orders to have messages sent, or applicants and employers wait for links that do not come.',
  firstStep:
    'Group the lines message.outsideCountries and message.limitReached by organisationId. From one customer it is misuse or a wrong list of numbers: speak to them. If all have some, see whether `messages` of the stage names the countries and limits that you need.',
  metric: serviceMetric('MessagesRefused', {}),
  periodMinutes: 60,
  above: 20,
}

export const messagesHeld: AlarmProps = {
  name: 'messages-held',
  errorImpact:
    'Links to applicants and employers wait, since this account may not send them: they do not know that somebody comes or asks. Each leaves by itself once it may, while its link is good.',
  firstStep:
    'Look in SES for the sandbox, a paused account and whether the sender is proven; in End User Messaging for the sandbox, the month’s spend limit (1 dollar in a new account) and the sender ids of Nigeria and Kenya.',
  metric: serviceMetric('MessagesHeld', {}),
  periodMinutes: 15,
}

export const reconciliationMismatches: AlarmProps = {
  name: 'reconciliation-mismatches',
  errorImpact:
    'Reconciliation found live records left behind. Single customers waited an hour too long; they are served by now.',
  firstStep:
    'Look at the stream’s own alarms and the lines outbox.stale-found. If it finds some again every hour, what repairs them fails: read change.failed.',
  metric: serviceMetric('ReconciliationMismatches', { mode: 'live' }),
  periodMinutes: 60,
}

export const trailFaults: AlarmProps = {
  name: 'trail-faults',
  errorImpact:
    'Trails and their log do not agree. Somebody has removed or rewritten what was done to a verification, or its log is not written: an auditor can rely on neither.',
  firstStep:
    'Read the lines trail-log.mismatch, or ask trail-log check: each names an hour, and an entry with what is wrong of it. Find out in CloudTrail who wrote to the table or the bucket; after a restore, those that came later than its point are missing and are named so.',
  metric: serviceMetric('TrailFaults', {}),
  periodMinutes: 60,
}

export const ledgerMismatches: AlarmProps = {
  name: 'ledger-mismatches',
  errorImpact:
    'The ledger and the live records of a day do not agree. A customer is charged what no record says, or is not charged what one says.',
  firstStep:
    'Read the lines ledger.mismatch: each names a record and says whether its line is missing, is one too many, or has another amount. Look at it with verifications show, and put it right on the invoice; nobody changes a line.',
  metric: serviceMetric('LedgerMismatches', { mode: 'live' }),
  periodMinutes: 60,
}

export const breakersOpen: NumberedAlarmProps = {
  name: 'registries-open',
  errorImpact:
    'A registry fails and is left alone. Integrators are answered 503 for its look-ups: their users cannot sign up.',
  firstStep:
    'See on the overview since when. Call the registry; if it says it is well, look at its credential and at the lines identity.unavailable for what failed.',
  members: metrics.CircuitOpen.dimensions.registry.map(registry => ({
    title: registry,
    metric: serviceMetric('CircuitOpen', { registry }),
  })),
}

/** Callers usually know the number, so half unmatched is unusual. */
export const unmatchedLookups = (product: By<'LookupsAnswered'>['product'][number]): ShareAlarmProps => ({
  name: `lookups-unmatched-${product}`,
  errorImpact: `More than half of the ${product} look-ups come to nothing. Strangers are hurt if somebody goes through their numbers or names; if all organisations meet it, the registry has lost its people.`,
  firstStep:
    'Find the organisation in the log by its results NO_MATCH and identity_not_found, ask it, and remove its client if it does not know.',
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
  errorImpact: `More than one in five ${product} verifications is late. Customers wait longer than they were promised.`,
  firstStep:
    'See on the overview where work stands: open work lacks agents, reported work lacks reviewers. Send people there.',
  part: serviceMetric('VerificationsOverdue', { product }),
  whole: serviceMetric('VerificationsDue', { product }),
  atLeast: 20,
  abovePercent: 20,
  periodMinutes: 24 * 60,
})

export const failingDeliveries: ShareAlarmProps = {
  name: 'deliveries-failing',
  errorImpact:
    'More than half of the attempts to deliver fail. Customers do not hear of their results; they are tried again for three days.',
  firstStep:
    'Group the lines delivery.attempted by endpointId and failure. One endpoint: tell its owner. Many, with the same failure: our own way out is broken.',
  part: serviceMetric('DeliveryFailures', { mode: 'live' }),
  whole: serviceMetric('DeliveryAttempts', { mode: 'live' }),
  atLeast: 50,
  abovePercent: 50,
  periodMinutes: 15,
}

const waiting = Object.keys(backlogs) as BacklogName[]

/** All alarms except those of single functions. What customers feel comes first. */
export const alarms: readonly (ListedAlarm | AlarmProps | ShareAlarmProps | NumberedAlarmProps)[] = [
  serverErrors,
  ...metrics.VerificationsOverdue.dimensions.product.map(lateVerifications),
  failingDeliveries,
  breakersOpen,
  signInFailures,
  personSignInFailures,
  throttles,
  reconciliationMismatches,
  trailFaults,
  messagesHeld,
  messagesRefused,
  ledgerMismatches,
  ...Object.values(workflowEnds),
  ...waiting.filter(name => name !== 'table-stream').map(queueLate),
  streamLate,
  ...waiting.map(deadLetters),
  ...bursts.map(burst),
  ...metrics.LookupsAnswered.dimensions.product.map(unmatchedLookups),
]
