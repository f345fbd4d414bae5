import { randomBytes } from 'node:crypto'
import { type Json, object, text } from '../json.ts'
import type { InvocationResult } from '../lambda/container.ts'
import { stoppedErrorType } from '../lambda/container-pool.ts'
import { fillIn, type TaskState, waitsForToken } from './definition.ts'
import type { ExecutionJournal, TaskOutcome, TaskRecord } from './journal.ts'

export interface Task {
  readonly executionArn: string
  /** State and number of its visit. */
  readonly key: string
  readonly state: TaskState
  readonly input: Json
}

export type CallbackResult = 'accepted' | 'closed' | 'unknown'

export type Tasks = ReturnType<typeof openTasks>

export type InvokeFunction = (functionName: string, payload: string) => Promise<InvocationResult>

interface OpenTask {
  readonly executionArn: string
  resolve(outcome: TaskOutcome): void
  cancel(): void
}

type SettleTask = (token: string, outcome: TaskOutcome) => boolean

/** `isOpen` tells whether an execution still runs: a token may outlive it. */
export const openTasks = (
  journal: ExecutionJournal,
  invoke: InvokeFunction,
  isOpen: (executionArn: string) => boolean,
) => {
  const open = new Map<string, OpenTask>()

  const settle: SettleTask = (token, outcome) => {
    if (!journal.finishTask(token, outcome)) return false
    const task = open.get(token)
    open.delete(token)
    task?.cancel()
    task?.resolve(outcome)
    return true
  }

  return {
    run: (task: Task): Promise<TaskOutcome> => {
      const { executionArn, key } = task
      const record = journal.taskAt(executionArn, key) ?? issueTask(journal, task)
      if (record.outcome !== undefined) return Promise.resolve(record.outcome)
      return new Promise(resolve => {
        const { token, deadline } = record
        const cancel = atDeadline(deadline, () => settle(token, { ok: false, error: 'States.Timeout' }))
        open.set(token, { executionArn, resolve, cancel })
        void perform(record, task, journal, invoke, settle)
      })
    },
    succeed: (token: string): CallbackResult => {
      const record = journal.task(token)
      if (record === undefined) return 'unknown'
      return isOpen(record.executionArn) && settle(token, { ok: true }) ? 'accepted' : 'closed'
    },
    executionOf: (token: string) => journal.task(token)?.executionArn,
    forget: (executionArn: string) => {
      for (const [token, task] of open) {
        if (task.executionArn !== executionArn) continue
        open.delete(token)
        task.cancel()
      }
    },
  }
}

const issueTask = (journal: ExecutionJournal, { executionArn, key, state }: Task): TaskRecord => {
  const { TimeoutSeconds } = state
  const record: TaskRecord = {
    token: `AQCA${randomBytes(48).toString('base64url')}`,
    executionArn,
    key,
    deadline: TimeoutSeconds === undefined ? null : Date.now() + TimeoutSeconds * 1000,
    isInvoked: false,
    outcome: undefined,
  }
  journal.issueTask(record)
  return record
}

const perform = async (
  { token, isInvoked }: TaskRecord,
  { state, input }: Task,
  journal: ExecutionJournal,
  invoke: InvokeFunction,
  settle: SettleTask,
): Promise<void> => {
  const waits = state.Resource === waitsForToken
  if (waits && isInvoked) return
  const result = await call(state, input, token, invoke)
  // The emulator stopped: the function is invoked again after the restart.
  if (!result.ok && result.error.errorType === stoppedErrorType) return
  if (!result.ok) settle(token, { ok: false, error: result.error.errorType })
  else if (waits) journal.markInvoked(token)
  else settle(token, { ok: true })
}

const call = async (
  { Parameters }: TaskState,
  input: Json,
  token: string,
  invoke: InvokeFunction,
): Promise<InvocationResult> => {
  try {
    const { FunctionName, Payload } = object(fillIn(Parameters, input, token))
    return await invoke(text(FunctionName) ?? '', JSON.stringify(Payload ?? {}))
  } catch (error) {
    const { message: errorMessage } = error as Error
    return { ok: false, error: { errorType: 'States.ParameterPathFailure', errorMessage } }
  }
}

/** One setTimeout overflows after 24.8 days and would fire at once. */
const longestTimerMilliseconds = 2 ** 31 - 1

/** Null: never. @returns cancels it */
export const atDeadline = (epochMilliseconds: number | null, callback: () => void): (() => void) => {
  if (epochMilliseconds === null) return () => {}
  let timer: NodeJS.Timeout
  const wait = (): void => {
    const left = Math.max(0, epochMilliseconds - Date.now())
    timer = setTimeout(
      left > longestTimerMilliseconds ? wait : callback,
      Math.min(left, longestTimerMilliseconds),
    )
  }
  wait()
  return () => clearTimeout(timer)
}
