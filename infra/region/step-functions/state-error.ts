/** The error that a failed task throws into aws-local-stepfunctions, where Retry and Catch look at its name. */
import { StateMachine } from 'aws-local-stepfunctions'
import type { TaskOutcome } from './execution-journal.ts'

export const timeoutErrorName = 'States.Timeout'

type ErrorClass = new () => Error

let timeoutClass: Promise<ErrorClass> | undefined

/**
 * `States.TaskFailed` catches everything but a timeout, and the library tells one by a class that it
 * does not export; so one is provoked, once, to get at it.
 */
const findTimeoutClass = (): Promise<ErrorClass> => {
  const states = { Wait: { Type: 'Task', Resource: 'local', TimeoutSeconds: 0.001, End: true } }
  const machine = new StateMachine({ StartAt: 'Wait', States: states } as never, {
    validationOptions: { noValidate: true },
  })
  const never = { taskResourceLocalHandlers: { Wait: () => new Promise<never>(() => {}) } }
  return machine.run({}, { overrides: never }).result.then(
    () => Error,
    (error: Error) => (error.cause as Error).constructor as ErrorClass,
  )
}

export const stateError = async ({
  error: name,
  cause,
}: Extract<TaskOutcome, { ok: false }>): Promise<Error> => {
  timeoutClass ??= findTimeoutClass()
  const isTimeout = name === timeoutErrorName || name === 'States.HeartbeatTimeout'
  const error = isTimeout ? new (await timeoutClass)() : new Error()
  return Object.assign(error, { name, message: cause })
}
