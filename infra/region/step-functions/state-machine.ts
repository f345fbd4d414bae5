/** AWS::StepFunctions::StateMachine: standard workflows that go on after a restart. */

import type { HostedResource } from '../cloudformation/hosted-resource.ts'
import { object, text } from '../json.ts'
import { type RunningExecution, runExecution } from './execution.ts'
import type { ExecutionJournal, ExecutionRecord } from './execution-journal.ts'
import { definitionProblems, readDefinition } from './state-machine-definition.ts'
import { type InvokeFunction, openTasks, type Tasks } from './task-token.ts'

export const stateMachineProperties = {
  honoured: [
    'StateMachineName',
    'StateMachineType',
    'DefinitionString',
    'Definition',
    'DefinitionSubstitutions',
    'RoleArn',
  ],
  withoutEffect: ['LoggingConfiguration', 'TracingConfiguration', 'EncryptionConfiguration', 'Tags'],
}

export interface StateMachines {
  readonly tasks: Tasks
  /** Undefined if no machine has this ARN. */
  find(machineArn: string): HostedMachine | undefined
  abort(executionArn: string, error: string | null, cause: string | null): Promise<void>
  /** Goes on with what was running when the process ended. */
  resume(): void
  stop(): Promise<void>
}

export interface HostedMachine {
  readonly arn: string
  readonly name: string
  start(name: string, input: string): ExecutionRecord
}

/** Hosts all workflows of the assembly on one journal. */
export const hostStateMachines = (
  resources: HostedResource[],
  journal: ExecutionJournal,
  invoke: InvokeFunction,
): StateMachines => {
  const running = new Map<string, RunningExecution>()
  const tasks = openTasks(journal, invoke, arn => running.has(arn))
  let isStopped = false

  const launch = (machine: HostedResource, record: ExecutionRecord): void => {
    const execution = runExecution(record, {
      definition: readDefinition(definitionText(machine)),
      journal,
      runTask: task => (isStopped ? new Promise(() => {}) : tasks.run(task)),
      roleArn: text(machine.properties.RoleArn) ?? '',
    })
    running.set(record.arn, execution)
    execution.over.then(() => {
      running.delete(record.arn)
      tasks.forget(record.arn)
    })
  }
  const start = (machine: HostedResource, name: string, input: string): ExecutionRecord => {
    const record = newExecution(machine, name, input)
    journal.startExecution(record)
    launch(machine, record)
    return record
  }
  const machines = new Map(
    resources.map(resource => [
      resource.ref,
      {
        arn: resource.ref,
        name: resource.attribute('Name'),
        start: (name: string, input: string) => start(resource, name, input),
      },
    ]),
  )
  return {
    tasks,
    find: machineArn => machines.get(machineArn),
    abort: async (executionArn, error, cause) => {
      const execution = running.get(executionArn)
      execution?.abort(error, cause)
      await execution?.over
    },
    resume: () => {
      for (const machine of resources)
        for (const record of journal.executions(machine.ref))
          if (record.status === 'RUNNING') launch(machine, record)
    },
    stop: async () => {
      isStopped = true
      const executions = [...running.values()]
      for (const execution of executions) execution.suspend()
      await Promise.all(executions.map(execution => execution.over))
    },
  }
}

const newExecution = (machine: HostedResource, name: string, input: string): ExecutionRecord => ({
  arn: `${machine.ref.replace(':stateMachine:', ':execution:')}:${name}`,
  machineArn: machine.ref,
  name,
  input,
  status: 'RUNNING',
  output: null,
  error: null,
  cause: null,
  startedAt: Date.now(),
  stoppedAt: null,
})

/** The definition as JSON text, with the template's substitutions made. */
const definitionText = ({ properties }: HostedResource): string => {
  const given = text(properties.DefinitionString) ?? JSON.stringify(properties.Definition ?? {})
  const substitutions = object(properties.DefinitionSubstitutions)
  return given.replace(/\$\{(\w+)\}/g, (whole, name: string) => text(substitutions[name]) ?? whole)
}

/** What of a workflow this region cannot run as Step Functions would. */
export const stateMachineProblems = (resource: HostedResource): string[] => {
  const kind = text(resource.properties.StateMachineType) ?? 'STANDARD'
  return kind === 'STANDARD'
    ? definitionProblems(definitionText(resource))
    : [`${kind} workflows are not supported`]
}
