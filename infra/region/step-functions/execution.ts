/** Runs one execution of a workflow on aws-local-stepfunctions, every task of it through the journal. */
import { createHash } from 'node:crypto'
import { type ExecutionError, StateMachine } from 'aws-local-stepfunctions'
import { atDeadline } from '../deadline.ts'
import type { Json, JsonObject } from '../json.ts'
import { parse } from '../json.ts'
import type { ExecutionJournal, ExecutionRecord, TaskOutcome } from './execution-journal.ts'
import { stateError } from './state-error.ts'
import { type StateMachineDefinition, type TaskInput, tokenPlaceholder } from './state-machine-definition.ts'

export interface ExecutionOptions {
  readonly definition: StateMachineDefinition
  readonly journal: ExecutionJournal
  /** Runs the task of that state, or goes on waiting for it, until it has an outcome. */
  runTask(task: {
    executionArn: string
    key: string
    resource: string
    input: TaskInput
  }): Promise<TaskOutcome>
  readonly roleArn: string
}

export interface RunningExecution {
  /** Settles when the execution is over and the journal says so; never rejects. */
  readonly over: Promise<void>
  /** Ends it with ABORTED. */
  abort(error: string | null, cause: string | null): void
  /** Leaves it as it is, to be run again at the next start. */
  suspend(): void
}

type Ending = Pick<ExecutionRecord, 'status'> & Partial<ExecutionRecord>

/** Starts, or after a restart resumes, the execution. */
export const runExecution = (record: ExecutionRecord, options: ExecutionOptions): RunningExecution => {
  const { definition, journal } = options
  const machine = new StateMachine(definition.rewritten as never, { validationOptions: { noValidate: true } })
  const run = machine.run(parse(record.input) as never, {
    overrides: taskOverrides(record, options),
    context: contextObject(record, options.roleArn),
    noThrowOnAbort: true,
  })
  const { promise, resolve: end } = Promise.withResolvers<Ending | 'suspended'>()
  const cancelTimeout =
    definition.timeoutSeconds === undefined
      ? () => {}
      : atDeadline(record.startedAt + definition.timeoutSeconds * 1000, () => end({ status: 'TIMED_OUT' }))
  run.result.then(
    output => end({ status: 'SUCCEEDED', output: JSON.stringify(output) }),
    (error: ExecutionError) => end({ status: 'FAILED', ...describe(error) }),
  )
  return {
    over: promise.then(ending => {
      cancelTimeout()
      run.abort()
      if (ending !== 'suspended') journal.endExecution({ ...record, stoppedAt: Date.now(), ...ending })
    }),
    abort: (error, cause) => end({ status: 'ABORTED', error, cause }),
    suspend: () => end('suspended'),
  }
}

/** A handler for each task state; the n-th equal visit of a state is the n-th again after a restart. */
const taskOverrides = (record: ExecutionRecord, { definition, journal, runTask }: ExecutionOptions) => {
  const visits = new Map<string, number>()
  const repeated = new Set<string>()
  const handler = (state: string, resource: string) => async (input: unknown) => {
    const digest = createHash('sha256').update(JSON.stringify(input)).digest('base64url').slice(0, 22)
    const visit = visits.get(`${state}:${digest}`) ?? 0
    visits.set(`${state}:${digest}`, visit + 1)
    const key = (number: number): string => `${state}:${digest}:${number}`
    if (journal.taskAt(record.arn, key(visit + 1)) === undefined) repeated.delete(state)
    else repeated.add(state)
    const task = { executionArn: record.arn, key: key(visit), resource, input: input as TaskInput }
    const outcome = await runTask(task)
    if (!outcome.ok) throw await stateError(outcome)
    return parse(outcome.output) as never
  }
  const handlers = [...definition.resources].map(([state, resource]) => [state, handler(state, resource)])
  return {
    taskResourceLocalHandlers: Object.fromEntries(handlers) as Record<string, ReturnType<typeof handler>>,
    retryIntervalOverrides: withoutRepeatedPauses([...definition.resources.keys()], repeated),
  }
}

/** A pause before a retry that already happened before the restart is not made again. */
const withoutRepeatedPauses = (states: string[], repeated: Set<string>): Record<string, number> => {
  const overrides: Record<string, number> = {}
  for (const state of states)
    Object.defineProperty(overrides, state, {
      get: () => (repeated.has(state) ? 0 : undefined),
      enumerable: true,
    })
  return overrides
}

const describe = (error: ExecutionError): { error: string; cause: string } => {
  const cause = error.cause instanceof Error ? error.cause : error
  return { error: cause.name, cause: cause.message }
}

/** https://docs.aws.amazon.com/step-functions/latest/dg/input-output-contextobject.html */
const contextObject = (
  { arn, name, input, machineArn, startedAt }: ExecutionRecord,
  roleArn: string,
): JsonObject => {
  const execution: JsonObject = {
    Id: arn,
    Name: name,
    Input: parse(input) as Json,
    RoleArn: roleArn,
    StartTime: new Date(startedAt).toISOString(),
  }
  return {
    Original: execution,
    StateMachine: { Id: machineArn, Name: machineArn.split(':').at(-1) },
    Task: { Token: tokenPlaceholder },
  }
}
