import type { Stage } from '../stages.ts'

/** The ARNs of the functions that the workflow calls. */
export interface CompletionTasks {
  readonly assign: string
  readonly delay: string
  readonly expire: string
}

/**
 * The completion workflow in the Amazon States Language: it guards the time until somebody decides. Undisturbed it is
 * one state, and state entries are most of what a verification costs. The end of the verification arrives as the task
 * token's success; its output is dropped.
 */
export const completionDefinition = (
  tasks: CompletionTasks,
  rules: Pick<Stage['verification'], 'dueSeconds' | 'expirySeconds'>,
) => ({
  StartAt: 'AwaitDecision',
  // An execution that outlives its own expiry is stuck.
  TimeoutSeconds: rules.expirySeconds + oneDaySeconds,
  States: {
    AwaitDecision: awaitDecision(tasks.assign, rules.dueSeconds, 'MarkDelayed'),
    MarkDelayed: { ...call(tasks.delay), Next: 'AwaitLateDecision' },
    AwaitLateDecision: awaitDecision(tasks.assign, rules.expirySeconds - rules.dueSeconds, 'Expire'),
    Expire: { ...call(tasks.expire), End: true },
  },
})

const oneDaySeconds = 86_400

const ids = {
  'organisationId.$': '$.organisationId',
  'mode.$': '$.mode',
  'verificationId.$': '$.verificationId',
}

/** Waits until someone answers with the token; nobody in time leads to `late`. */
const awaitDecision = (functionArn: string, timeoutSeconds: number, late: string) => ({
  Type: 'Task',
  Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken',
  Parameters: { FunctionName: functionArn, Payload: { ...ids, 'token.$': '$$.Task.Token' } },
  TimeoutSeconds: timeoutSeconds,
  // Anything but the timeout, which is no failure but the next step.
  Retry: [patiently('States.TaskFailed')],
  Catch: [{ ErrorEquals: ['States.Timeout'], ResultPath: null, Next: late }],
  ResultPath: null,
  End: true,
})

const call = (functionArn: string) => ({
  Type: 'Task',
  Resource: 'arn:aws:states:::lambda:invoke',
  Parameters: { FunctionName: functionArn, Payload: ids },
  Retry: [patiently('States.ALL')],
  ResultPath: null,
})

/** 2 s, 4 s, 8 s … up to a quarter of an hour apart: outlasts hours of trouble, then fails loudly. */
const patiently = (error: 'States.ALL' | 'States.TaskFailed') => ({
  ErrorEquals: [error],
  IntervalSeconds: 2,
  BackoffRate: 2,
  MaxDelaySeconds: 900,
  MaxAttempts: 40,
  JitterStrategy: 'FULL',
})
