import {
  SendTaskSuccessCommand,
  SFNClient,
  StartExecutionCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn'
import { setting } from './environment.ts'
import { services } from './services.ts'
import { clientOptions } from './signed-call.ts'

let client: SFNClient | undefined
export const sfn = (): SFNClient => {
  client ??= new SFNClient(clientOptions(services.states))
  return client
}

/** Errors that mean: what was asked for has already come about, or can no longer. */
const unless = async (work: Promise<unknown>, ...names: string[]): Promise<void> => {
  try {
    await work
  } catch (error) {
    if (!names.includes((error as Error).name)) throw error
  }
}

/** Starts an execution; a second start under its name is the same one. */
export const startExecution = (name: string, input: object): Promise<void> => {
  const command = { stateMachineArn: setting('WORKFLOW_ARN'), name, input: JSON.stringify(input) }
  return unless(sfn().send(new StartExecutionCommand(command)), 'ExecutionAlreadyExists')
}

/**
 * Ends a wait. A token that timed out is no failure: the workflow is already in its next state, and that one's
 * assignment looks at what was decided.
 */
export const sendTaskSuccess = (taskToken: string): Promise<void> =>
  unless(
    sfn().send(new SendTaskSuccessCommand({ taskToken, output: '{}' })),
    'TaskTimedOut',
    'TaskDoesNotExist',
    'InvalidToken',
  )

export const stopExecution = (name: string, error: string): Promise<void> => {
  const executionArn = `${setting('WORKFLOW_ARN').replace(':stateMachine:', ':execution:')}:${name}`
  return unless(sfn().send(new StopExecutionCommand({ executionArn, error })), 'ExecutionDoesNotExist')
}
