import type { AlarmProps } from '../constructs/alarm.ts'
import { awsMetric, type ListedAlarm } from './alarm.ts'
import { type BacklogName, backlogs } from './backlogs.ts'

export const functionErrorsFirst =
  'Read the lines of level ERROR in its log. If they began with a deploy, deploy the version before it.'

export const functionErrorsName = (entry: string): string => `${entry.replaceAll('/', '-')}-errors`

export const functionErrors = (entry: string, errorImpact: string): ListedAlarm => ({
  name: functionErrorsName(entry),
  errorImpact: `${entry} fails. ${errorImpact}`,
  firstStep: functionErrorsFirst,
  metric: awsMetric('Lambda', 'Errors'),
  statistic: 'Sum',
  above: 0,
})

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

/** Stream records that were given up are not messages that could be put back. */
const deadLettersFirst = (name: BacklogName): string =>
  name === 'table-stream'
    ? 'Find the cause in the log of outbox/relay and mend it. Then run `reconcile`, which does what was left undone.'
    : 'Find the cause in the log of its consumer and mend it. Then put them back by `deliveries redrive`.'

export const deadLetters = (name: BacklogName): ListedAlarm => ({
  name: `${name}-dead-letters`,
  errorImpact: `${name}: given up after many attempts, waiting for a redrive. ${backlogs[name].errorImpact}`,
  firstStep: deadLettersFirst(name),
  metric: awsMetric('SQS', 'ApproximateNumberOfMessagesVisible'),
  statistic: 'Maximum',
  above: 0,
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
  statistic: 'Sum',
  above: 0,
})

export const workflowEnds = { failed: workflowEnd('Failed'), timedOut: workflowEnd('TimedOut') }

export const serverErrors: ListedAlarm = {
  name: 'api-server-errors',
  errorImpact: 'The API answers 5xx. Integrators get errors instead of answers.',
  firstStep:
    'Find the route in the access log, then the lines `request.failed` in its function’s log. If they began with a deploy, deploy the version before it.',
  metric: awsMetric('ApiGateway', '5xx'),
  statistic: 'Sum',
  above: 0,
}

/** One for all functions: concurrency is limited by account. */
export const throttles: ListedAlarm = {
  name: 'functions-throttled',
  errorImpact:
    'Functions are throttled: all of the account, in this stage or in another beside it, or one that has used up what is reserved for it. Callers get errors and work waits until fewer run at once or more may run.',
  firstStep:
    'Look which function has Throttles. If it is one with `reserved` copies, find its flood in request.answered; if all are, ask AWS for more concurrent executions.',
  metric: awsMetric('Lambda', 'Throttles'),
  statistic: 'Sum',
  above: 0,
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
  statistic: 'Sum',
})
