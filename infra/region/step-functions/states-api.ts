/** The few Step Functions API calls that code makes, with the service's own error names. */

import { type JsonObject, number, parse, text } from '../json.ts'
import { ServiceError } from '../service-error.ts'
import type { ExecutionJournal, ExecutionRecord, TaskOutcome } from './execution-journal.ts'
import type { StateMachines } from './state-machine.ts'
import type { CallbackResult } from './task-token.ts'

export type CallStates = (action: string, body: JsonObject) => Promise<JsonObject>

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_Operations.html */
export const openStatesApi = (machines: StateMachines, journal: ExecutionJournal): CallStates => {
  const finish = (body: JsonObject, outcome: TaskOutcome): JsonObject =>
    accepted(machines.tasks.finish(readToken(body), outcome))
  const operations: Record<string, (body: JsonObject) => JsonObject | Promise<JsonObject>> = {
    StartExecution: body => startExecution(body, machines, journal),
    SendTaskSuccess: body => {
      const output = text(body.output) ?? ''
      requireJson(output, 'InvalidOutput')
      return finish(body, { ok: true, output })
    },
    SendTaskFailure: body =>
      finish(body, {
        ok: false,
        error: text(body.error) ?? 'States.TaskFailed',
        cause: text(body.cause) ?? '',
      }),
    SendTaskHeartbeat: body => accepted(machines.tasks.heartbeat(readToken(body))),
    StopExecution: async body => {
      const record = findExecution(body, journal)
      if (record.status === 'RUNNING')
        await machines.abort(record.arn, text(body.error) ?? null, text(body.cause) ?? null)
      return { stopDate: (findExecution(body, journal).stoppedAt ?? Date.now()) / 1000 }
    },
    DescribeExecution: body => describeExecution(findExecution(body, journal)),
    ListExecutions: body => listExecutions(body, machines, journal),
  }
  return async (action, body) => {
    const operation = operations[action]
    if (operation === undefined)
      throw new ServiceError('UnsupportedOperation', `${action} is not supported by the local region`)
    return operation(body)
  }
}

/** The same name and input of a running execution is the same execution; anything else under that name is refused. */
const startExecution = (body: JsonObject, machines: StateMachines, journal: ExecutionJournal): JsonObject => {
  const machineArn = text(body.stateMachineArn) ?? ''
  const machine = machines.find(machineArn)
  if (machine === undefined)
    throw new ServiceError('StateMachineDoesNotExist', `State Machine Does Not Exist: '${machineArn}'`)
  const name = text(body.name) ?? crypto.randomUUID()
  const input = text(body.input) ?? '{}'
  requireJson(input, 'InvalidExecutionInput')
  if (!/^[\w\-.+@=!']{1,80}$/.test(name)) throw new ServiceError('InvalidName', `Invalid Name: '${name}'`)
  const existing = journal.execution(`${machineArn.replace(':stateMachine:', ':execution:')}:${name}`)
  if (existing !== undefined && (existing.status !== 'RUNNING' || existing.input !== input))
    throw new ServiceError('ExecutionAlreadyExists', `Execution Already Exists: '${existing.arn}'`)
  const record = existing ?? machine.start(name, input)
  return { executionArn: record.arn, startDate: record.startedAt / 1000 }
}

const requireJson = (value: string, errorName: string): void => {
  try {
    parse(value)
  } catch {
    throw new ServiceError(errorName, 'Invalid JSON')
  }
}

const readToken = (body: JsonObject): string => {
  const token = text(body.taskToken) ?? ''
  if (!/^AQCA[\w-]{64}$/.test(token)) throw new ServiceError('InvalidToken', "Invalid Token: 'Invalid token'")
  return token
}

const accepted = (result: CallbackResult): JsonObject => {
  if (result === 'unknown') throw new ServiceError('TaskDoesNotExist', 'Task Does Not Exist')
  if (result === 'closed')
    throw new ServiceError('TaskTimedOut', "Task Timed Out: 'Provided task does not exist anymore'")
  return {}
}

const findExecution = (body: JsonObject, journal: ExecutionJournal): ExecutionRecord => {
  const arn = text(body.executionArn) ?? ''
  const record = journal.execution(arn)
  if (record === undefined)
    throw new ServiceError('ExecutionDoesNotExist', `Execution Does Not Exist: '${arn}'`)
  return record
}

const summary = (record: ExecutionRecord): JsonObject => ({
  executionArn: record.arn,
  stateMachineArn: record.machineArn,
  name: record.name,
  status: record.status,
  startDate: record.startedAt / 1000,
  ...(record.stoppedAt !== null && { stopDate: record.stoppedAt / 1000 }),
})

const describeExecution = (record: ExecutionRecord): JsonObject => ({
  ...summary(record),
  input: record.input,
  inputDetails: { included: true },
  ...(record.output !== null && { output: record.output, outputDetails: { included: true } }),
  ...(record.error !== null && { error: record.error }),
  ...(record.cause !== null && { cause: record.cause }),
})

const listExecutions = (body: JsonObject, machines: StateMachines, journal: ExecutionJournal): JsonObject => {
  const machineArn = text(body.stateMachineArn) ?? ''
  if (machines.find(machineArn) === undefined)
    throw new ServiceError('StateMachineDoesNotExist', `State Machine Does Not Exist: '${machineArn}'`)
  const wanted = text(body.statusFilter)
  const all = journal
    .executions(machineArn)
    .filter(record => wanted === undefined || record.status === wanted)
  const start = Number(text(body.nextToken) ?? 0)
  const end = start + (number(body.maxResults) || 100)
  return {
    executions: all.slice(start, end).map(summary),
    ...(end < all.length && { nextToken: String(end) }),
  }
}
