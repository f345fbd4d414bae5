import { type HostedResource, shortName } from '../cloudformation/identity.ts'
import { type JsonObject, object, parse, text } from '../json.ts'
import { ServiceError, unsupportedAction } from '../service-call.ts'
import { definitionProblems, readDefinition } from './definition.ts'
import { type RunningExecution, runExecution } from './execution.ts'
import type { ExecutionJournal, ExecutionRecord } from './journal.ts'
import { type CallbackResult, type InvokeFunction, openTasks } from './tasks.ts'

type StateMachines = ReturnType<typeof hostStateMachines>

export const hostStateMachines = (
  resources: HostedResource[],
  journal: ExecutionJournal,
  invoke: InvokeFunction,
  writeLog: (line: string) => void,
) => {
  const running = new Map<string, RunningExecution>()
  const tasks = openTasks(journal, invoke, arn => running.has(arn))
  let isStopped = false

  const launch = (machine: HostedResource, record: ExecutionRecord): void => {
    const execution = runExecution(record, {
      definition: readDefinition(definitionText(machine)),
      journal,
      runTask: task => (isStopped ? new Promise(() => {}) : tasks.run(task)),
      onEnd: (status, error = '') => {
        if (status === 'FAILED' || status === 'TIMED_OUT')
          writeLog(`${shortName(machine)} ${record.name} ended: ${status} ${error}`.trim())
      },
    })
    running.set(record.arn, execution)
    execution.over.then(() => {
      running.delete(record.arn)
      tasks.forget(record.arn)
    })
  }
  return {
    tasks,
    arns: resources.map(({ ref }) => ref),
    start: (machineArn: string, name: string, input: string) => {
      const machine = resources.find(({ ref }) => ref === machineArn)
      if (machine === undefined) return undefined
      const record = newExecution(machineArn, name, input)
      journal.startExecution(record)
      launch(machine, record)
      return record
    },
    abort: async (executionArn: string) => {
      const execution = running.get(executionArn)
      execution?.abort()
      await execution?.over
    },
    resume: () => {
      for (const machine of resources)
        for (const record of journal.running(machine.ref)) launch(machine, record)
    },
    stop: async () => {
      isStopped = true
      const executions = [...running.values()]
      for (const execution of executions) execution.suspend()
      await Promise.all(executions.map(execution => execution.over))
    },
  }
}

export const executionArn = (machineArn: string, name: string): string =>
  `${machineArn.replace(':stateMachine:', ':execution:')}:${name}`

const newExecution = (machineArn: string, name: string, input: string): ExecutionRecord => ({
  arn: executionArn(machineArn, name),
  machineArn,
  name,
  input,
  status: 'RUNNING',
  startedAt: Date.now(),
})

export const calledFunctions = (machine: HostedResource): string[] => {
  const source = definitionText(machine)
  if (definitionProblems(source).length > 0) return []
  const states = Object.values(readDefinition(source).States)
  return [...new Set(states.map(({ Parameters }) => text(object(Parameters).FunctionName) ?? ''))]
}

const definitionText = ({ properties }: HostedResource): string => text(properties.DefinitionString) ?? '{}'

export const stateMachineProblems = (resource: HostedResource): string[] => {
  const kind = text(resource.properties.StateMachineType) ?? 'STANDARD'
  return kind === 'STANDARD'
    ? definitionProblems(definitionText(resource))
    : [`${kind} workflows are not supported`]
}

export type CallStates = (action: string, body: JsonObject) => Promise<JsonObject>

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_Operations.html */
export const openStatesApi =
  (machines: StateMachines, journal: ExecutionJournal): CallStates =>
  async (action, body) => {
    if (action === 'StartExecution') return startExecution(body, machines, journal)
    if (action === 'StopExecution') return stopExecution(body, machines, journal)
    if (action === 'SendTaskSuccess') return sendTaskSuccess(body, machines)
    if (action === 'ListStateMachines') return listStateMachines(machines)
    if (action === 'ListExecutions') return listExecutions(body, journal)
    throw unsupportedAction(action)
  }

/** As in AWS, the same name and input of a running execution is the same execution. */
const startExecution = (body: JsonObject, machines: StateMachines, journal: ExecutionJournal): JsonObject => {
  const machineArn = text(body.stateMachineArn) ?? ''
  const name = text(body.name) ?? crypto.randomUUID()
  const input = text(body.input) ?? '{}'
  requireJson(input, 'InvalidExecutionInput')
  if (!/^[\w\-.+@=!']{1,80}$/.test(name)) throw new ServiceError('InvalidName', `Invalid Name: '${name}'`)
  const existing = journal.execution(executionArn(machineArn, name))
  if (existing !== undefined && (existing.status !== 'RUNNING' || existing.input !== input))
    throw new ServiceError('ExecutionAlreadyExists', `Execution Already Exists: '${existing.arn}'`)
  const record = existing ?? machines.start(machineArn, name, input)
  if (record === undefined)
    throw new ServiceError('StateMachineDoesNotExist', `State Machine Does Not Exist: '${machineArn}'`)
  return { executionArn: record.arn, startDate: record.startedAt / 1000 }
}

const stopExecution = async (
  body: JsonObject,
  machines: StateMachines,
  journal: ExecutionJournal,
): Promise<JsonObject> => {
  const arn = text(body.executionArn) ?? ''
  if (journal.execution(arn) === undefined)
    throw new ServiceError('ExecutionDoesNotExist', `Execution Does Not Exist: '${arn}'`)
  await machines.abort(arn)
  return { stopDate: Date.now() / 1000 }
}

const listStateMachines = ({ arns }: StateMachines): JsonObject => ({
  stateMachines: arns.map(stateMachineArn => ({ stateMachineArn, name: stateMachineArn.split(':').at(-1)! })),
})

const listExecutions = (
  { stateMachineArn, statusFilter }: JsonObject,
  journal: ExecutionJournal,
): JsonObject => {
  if (statusFilter !== 'RUNNING')
    throw new ServiceError('ValidationException', 'Only what runs is listed locally')
  const running = journal.running(text(stateMachineArn) ?? '')
  return { executions: running.map(({ arn, name }) => ({ executionArn: arn, name, status: 'RUNNING' })) }
}

const sendTaskSuccess = (body: JsonObject, { tasks }: StateMachines): JsonObject => {
  const token = text(body.taskToken) ?? ''
  requireJson(text(body.output) ?? '', 'InvalidOutput')
  if (!/^AQCA[\w-]{64}$/.test(token)) throw new ServiceError('InvalidToken', "Invalid Token: 'Invalid token'")
  return accepted(tasks.succeed(token))
}

const accepted = (result: CallbackResult): JsonObject => {
  if (result === 'unknown') throw new ServiceError('TaskDoesNotExist', 'Task Does Not Exist')
  if (result === 'closed')
    throw new ServiceError('TaskTimedOut', "Task Timed Out: 'Provided task does not exist anymore'")
  return {}
}

const requireJson = (value: string, errorName: string): void => {
  try {
    parse(value)
  } catch {
    throw new ServiceError(errorName, 'Invalid JSON')
  }
}
