import {
  SendTaskSuccessCommand,
  SFNClient,
  StartExecutionCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn'
import type { VerificationKey } from '../domain/verification.ts'
import { setting } from './environment.ts'

let client: SFNClient | undefined
const sfn = (): SFNClient => {
  client ??= new SFNClient({})
  return client
}

/** Ids are unique across organisations, so one names an execution; a second start under the name is the same one. */
const nameOf = ({ verificationId }: VerificationKey): string => `verification-${verificationId}`

/** Errors that mean: what was asked for has already come about, or can no longer. */
const isNamed = (error: unknown, ...names: string[]): boolean => names.includes((error as Error).name)

/** Starts the completion of a verification; once, however often it is called. Its input is the three ids and nothing else. */
export const startCompletion = async (key: VerificationKey): Promise<void> => {
  const input = { stateMachineArn: setting('WORKFLOW_ARN'), name: nameOf(key), input: JSON.stringify(key) }
  try {
    await sfn().send(new StartExecutionCommand(input))
  } catch (error) {
    if (!isNamed(error, 'ExecutionAlreadyExists')) throw error
  }
}

/**
 * Tells the workflow that its wait is over. A token that timed out is no failure: the workflow is already in its
 * next state, and that one's assignment looks at what was decided.
 */
export const endWait = async (taskToken: string): Promise<void> => {
  try {
    await sfn().send(new SendTaskSuccessCommand({ taskToken, output: '{}' }))
  } catch (error) {
    if (!isNamed(error, 'TaskTimedOut', 'TaskDoesNotExist', 'InvalidToken')) throw error
  }
}

/** Stops the completion of a verification that its customer cancelled. */
export const stopCompletion = async (key: VerificationKey): Promise<void> => {
  const executionArn = `${setting('WORKFLOW_ARN').replace(':stateMachine:', ':execution:')}:${nameOf(key)}`
  try {
    await sfn().send(new StopExecutionCommand({ executionArn, error: 'Cancelled' }))
  } catch (error) {
    if (!isNamed(error, 'ExecutionDoesNotExist')) throw error
  }
}
