/** The tasks that executions wait for: invoked functions, task tokens handed out, plain waits. */
import { randomBytes } from 'node:crypto'
import { atDeadline } from '../deadline.ts'
import { type Json, object, parse, text } from '../json.ts'
import type { InvocationResult } from '../lambda/container.ts'
import { stoppedErrorType } from '../lambda/container-pool.ts'
import type { ExecutionJournal, TaskOutcome, TaskRecord } from './execution-journal.ts'
import { timeoutErrorName } from './state-error.ts'
import { insertToken, type TaskInput, waitResource } from './state-machine-definition.ts'

export interface Task {
  readonly executionArn: string
  readonly key: string
  readonly resource: string
  readonly input: TaskInput
}

export type CallbackResult = 'accepted' | 'closed' | 'unknown'

export interface Tasks {
  run(task: Task): Promise<TaskOutcome>
  /** Records the outcome durably, then lets the execution go on. */
  finish(token: string, outcome: TaskOutcome): CallbackResult
  heartbeat(token: string): CallbackResult
  /** The execution that a token belongs to. */
  executionOf(token: string): string | undefined
  /** Stops the timers of an execution that is over. */
  forget(executionArn: string): void
}

export type InvokeFunction = (functionName: string, payload: string) => Promise<InvocationResult>

interface OpenTask {
  readonly executionArn: string
  resolve(outcome: TaskOutcome): void
  cancel(): void
}

const timeout = (name: string): TaskOutcome => ({ ok: false, error: name, cause: '' })

/** `isOpen` tells whether an execution still runs, for a token of one that was stopped. */
export const openTasks = (
  journal: ExecutionJournal,
  invoke: InvokeFunction,
  isOpen: (executionArn: string) => boolean,
): Tasks => {
  const open = new Map<string, OpenTask>()

  const settle = (token: string, outcome: TaskOutcome): boolean => {
    if (!journal.finishTask(token, outcome)) return false
    const task = open.get(token)
    open.delete(token)
    task?.cancel()
    task?.resolve(outcome)
    return true
  }

  const run = (task: Task): Promise<TaskOutcome> => {
    const record = journal.taskAt(task.executionArn, task.key) ?? issueTask(journal, task)
    const { token, outcome } = record
    if (outcome !== undefined) return Promise.resolve(outcome)

    return new Promise(resolve => {
      const cancellations = [watchDeadline(record, task, settle), watchHeartbeat(record, journal, settle)]
      const cancel = (): void => cancellations.forEach(stop => void stop())
      open.set(token, { executionArn: task.executionArn, resolve, cancel })
      void perform(record, task, journal, invoke, settle)
    })
  }

  return {
    run,
    finish: (token, outcome) => {
      const record = journal.task(token)
      if (record === undefined) return 'unknown'
      return isOpen(record.executionArn) && settle(token, outcome) ? 'accepted' : 'closed'
    },
    heartbeat: token => {
      const record = journal.task(token)
      if (record === undefined) return 'unknown'
      if (record.outcome !== undefined || !isOpen(record.executionArn)) return 'closed'
      journal.beat(token, Date.now())
      return 'accepted'
    },
    executionOf: token => journal.task(token)?.executionArn,
    forget: executionArn => {
      for (const [token, task] of open) {
        if (task.executionArn !== executionArn) continue
        open.delete(token)
        task.cancel()
      }
    },
  }
}

type Settle = (token: string, outcome: TaskOutcome) => boolean

const issueTask = (journal: ExecutionJournal, { executionArn, key, input }: Task): TaskRecord => {
  const now = Date.now()
  const seconds = input.timeoutSeconds ?? input.waitSeconds
  const until = input.waitUntil === undefined ? null : Date.parse(input.waitUntil)
  const record: TaskRecord = {
    token: `AQCA${randomBytes(48).toString('base64url')}`,
    executionArn,
    key,
    deadline: seconds === undefined ? until : now + seconds * 1000,
    heartbeatSeconds: input.heartbeatSeconds ?? null,
    heartbeatAt: now,
    isInvoked: false,
    outcome: undefined,
  }
  journal.issueTask(record)
  return record
}

const watchDeadline = (
  { token, deadline }: TaskRecord,
  { resource, input }: Task,
  settle: Settle,
): (() => void) => {
  if (deadline === null) return () => {}
  const outcome: TaskOutcome =
    resource === waitResource ? { ok: true, output: JSON.stringify(input.input) } : timeout(timeoutErrorName)
  return atDeadline(deadline, () => settle(token, outcome))
}

const watchHeartbeat = (
  { token, heartbeatSeconds }: TaskRecord,
  journal: ExecutionJournal,
  settle: Settle,
): (() => void) => {
  if (heartbeatSeconds === null) return () => {}
  let cancel = (): void => {}
  const wait = (): void => {
    const due = (journal.task(token)?.heartbeatAt ?? 0) + heartbeatSeconds * 1000
    if (due <= Date.now()) settle(token, timeout('States.HeartbeatTimeout'))
    else cancel = atDeadline(due, wait)
  }
  wait()
  return () => cancel()
}

const tokenSuffix = '.waitForTaskToken'

const perform = async (
  record: TaskRecord,
  task: Task,
  journal: ExecutionJournal,
  invoke: InvokeFunction,
  settle: Settle,
) => {
  const { resource } = task
  const waitsForToken = resource.endsWith(tokenSuffix)
  if (resource === waitResource || (waitsForToken && record.isInvoked)) return
  const isPlainArn = resource.startsWith('arn:aws:lambda:')
  const input = insertToken(task.input.input, record.token)
  const functionName = isPlainArn ? resource : (text(object(input).FunctionName) ?? '')
  const payload = isPlainArn ? input : (object(input).Payload ?? {})
  const result = await invoke(functionName, JSON.stringify(payload))
  // The region ended under it: after the restart the function is invoked again.
  if (!result.ok && result.error.errorType === stoppedErrorType) return
  if (!result.ok)
    settle(record.token, { ok: false, error: result.error.errorType, cause: JSON.stringify(result.error) })
  else if (waitsForToken) journal.markInvoked(record.token)
  else
    settle(record.token, {
      ok: true,
      output: isPlainArn ? result.payload : invokeResult(parse(result.payload)),
    })
}

const invokeResult = (Payload: Json): string =>
  JSON.stringify({ ExecutedVersion: '$LATEST', Payload, StatusCode: 200 })
