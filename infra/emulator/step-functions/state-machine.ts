import { type HostedResource, shortName } from '../cloudformation/identity.ts'
import { text } from '../json.ts'
import { definitionProblems, readDefinition } from './definition.ts'
import { type RunningExecution, runExecution } from './execution.ts'
import type { ExecutionJournal, ExecutionRecord } from './journal.ts'
import { type InvokeFunction, openTasks } from './tasks.ts'

export type StateMachines = ReturnType<typeof hostStateMachines>

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
    /** Undefined if there is no machine of this ARN. */
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

export const calledFunctions = (machine: HostedResource): string[] => [
  ...new Set(
    [...readDefinition(definitionText(machine)).states.values()].map(
      state => text(state.parameters.FunctionName) ?? '',
    ),
  ),
]

const definitionText = ({ properties }: HostedResource): string => text(properties.DefinitionString) ?? '{}'

export const stateMachineProblems = (resource: HostedResource): string[] => {
  const kind = text(resource.properties.StateMachineType) ?? 'STANDARD'
  return kind === 'STANDARD'
    ? definitionProblems(definitionText(resource))
    : [`${kind} workflows are not supported`]
}
