import { setTimeout as sleep } from 'node:timers/promises'
import { type Json, parse } from '../json.ts'
import type { Definition, RetryRule, TaskState } from './definition.ts'
import type { ExecutionJournal, ExecutionRecord, ExecutionStatus, TaskOutcome } from './journal.ts'
import { atDeadline, type Task } from './tasks.ts'

export interface ExecutionOptions {
  readonly definition: Definition
  readonly journal: ExecutionJournal
  runTask(task: Task): Promise<TaskOutcome>
  onEnd(status: ExecutionStatus, error: string | undefined): void
}

export type RunningExecution = ReturnType<typeof runExecution>

interface ExecutionEnd {
  readonly status: ExecutionStatus | 'SUSPENDED'
  readonly error?: string
}

export const runExecution = (record: ExecutionRecord, options: ExecutionOptions) => {
  const { TimeoutSeconds } = options.definition
  const stopping = new AbortController()
  const { promise, resolve: end } = Promise.withResolvers<ExecutionEnd>()
  const deadline = TimeoutSeconds === undefined ? null : record.startedAt + TimeoutSeconds * 1000
  const cancelTimeout = atDeadline(deadline, () => end({ status: 'TIMED_OUT' }))
  walk(record, options, stopping.signal).then(end, error => end({ status: 'FAILED', error: error.name }))
  return {
    over: promise.then(({ status, error }) => {
      cancelTimeout()
      stopping.abort()
      if (status === 'SUSPENDED') return
      options.journal.endExecution(record.arn, status)
      options.onEnd(status, error)
    }),
    abort: () => end({ status: 'ABORTED' }),
    suspend: () => end({ status: 'SUSPENDED' }),
  }
}

/** The n-th visit of a state is the n-th again after a restart. */
const walk = async (
  { arn, input }: ExecutionRecord,
  { definition, journal, runTask }: ExecutionOptions,
  signal: AbortSignal,
): Promise<ExecutionEnd> => {
  const visits = new Map<string, number>()
  const visit = (name: string, state: TaskState, given: Json): Visit => ({
    run: () => {
      const number = visits.get(name) ?? 0
      visits.set(name, number + 1)
      return runTask({ executionArn: arn, key: `${name}:${number}`, state, input: given })
    },
    // A pause that ended before the restart is not repeated.
    pause: async seconds => {
      if (journal.taskAt(arn, `${name}:${visits.get(name)}`) !== undefined) return
      await sleep(seconds * 1000, undefined, { signal })
    },
  })
  for (let name: string | undefined = definition.StartAt; name !== undefined; ) {
    const state = definition.States[name]!
    const left = await leave(state, visit(name, state, parse(input)))
    if (signal.aborted || left.error !== undefined) return { status: 'FAILED', ...left }
    name = left.next
  }
  return { status: 'SUCCEEDED' }
}

interface Visit {
  run(): Promise<TaskOutcome>
  pause(seconds: number): Promise<void>
}

const leave = async (
  { Retry, Catch, Next }: TaskState,
  { run, pause }: Visit,
): Promise<{ next?: string | undefined; error?: string }> => {
  const retries = Retry.map(() => 0)
  for (;;) {
    const outcome = await run()
    if (outcome.ok) return { next: Next }
    const index = Retry.findIndex(({ ErrorEquals }) => isAmong(ErrorEquals, outcome.error))
    const retry = retries[index] ?? 0
    const retrier = Retry[index]
    if (retrier !== undefined && retry < retrier.MaxAttempts) {
      retries[index] = retry + 1
      await pause(delaySeconds(retrier, retry))
      continue
    }
    const catcher = Catch.find(({ ErrorEquals }) => isAmong(ErrorEquals, outcome.error))
    return catcher === undefined ? { error: outcome.error } : { next: catcher.Next }
  }
}

const delaySeconds = (rule: RetryRule, retry: number): number =>
  Math.min(rule.IntervalSeconds * rule.BackoffRate ** retry, rule.MaxDelaySeconds) *
  (rule.JitterStrategy === 'FULL' ? Math.random() : 1)

/** https://docs.aws.amazon.com/step-functions/latest/dg/concepts-error-handling.html#error-handling-error-representation */
const isAmong = (errors: readonly string[], error: string): boolean =>
  errors.includes('States.ALL') ||
  errors.includes(error) ||
  (errors.includes('States.TaskFailed') && error !== 'States.Timeout')
