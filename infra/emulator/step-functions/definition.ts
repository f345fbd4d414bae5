/** Reads a workflow of the Amazon States Language, as far as ours go: tasks that call functions, one after the other. */
import { isObject, type Json, type JsonObject, list, number, object, parse, text, texts } from '../json.ts'

export interface Definition {
  readonly startAt: string
  readonly timeoutSeconds: number | undefined
  readonly states: ReadonlyMap<string, TaskState>
}

/** What a task answers is dropped (its ResultPath is null), so every state sees the execution's input. */
export interface TaskState {
  /** Whether the task ends when its token comes back, and not when its function does. */
  readonly waitsForToken: boolean
  readonly parameters: JsonObject
  readonly timeoutSeconds: number | undefined
  readonly retriers: readonly Retrier[]
  readonly catchers: readonly Catcher[]
  /** Undefined: the last state. */
  readonly next: string | undefined
}

export interface Retrier {
  readonly errors: readonly string[]
  readonly maxAttempts: number
  /** Before the given retry, counted from 0. */
  delaySeconds(retry: number): number
}

interface Catcher {
  readonly errors: readonly string[]
  readonly next: string
}

export const callsFunction = 'arn:aws:states:::lambda:invoke'
export const waitsForToken = `${callsFunction}.waitForTaskToken`

export const readDefinition = (source: string): Definition => {
  const { StartAt, TimeoutSeconds, States } = object(parse(source))
  const states = Object.entries(object(States)).map(
    ([name, state]) => [name, readState(object(state))] as const,
  )
  return { startAt: text(StartAt) ?? '', timeoutSeconds: number(TimeoutSeconds), states: new Map(states) }
}

const readState = (state: JsonObject): TaskState => ({
  waitsForToken: state.Resource === waitsForToken,
  parameters: object(state.Parameters),
  timeoutSeconds: number(state.TimeoutSeconds),
  retriers: list(state.Retry).map(object).map(readRetrier),
  catchers: list(state.Catch)
    .map(object)
    .map(({ ErrorEquals, Next }) => ({ errors: texts(ErrorEquals), next: text(Next) ?? '' })),
  next: text(state.Next),
})

/** https://docs.aws.amazon.com/step-functions/latest/dg/concepts-error-handling.html#error-handling-retrying-after-an-error */
const readRetrier = (retrier: JsonObject): Retrier => {
  const interval = number(retrier.IntervalSeconds) ?? 1
  const rate = number(retrier.BackoffRate) ?? 2
  const longest = number(retrier.MaxDelaySeconds) ?? Number.POSITIVE_INFINITY
  return {
    errors: texts(retrier.ErrorEquals),
    maxAttempts: number(retrier.MaxAttempts) ?? 3,
    delaySeconds: retry =>
      Math.min(interval * rate ** retry, longest) * (retrier.JitterStrategy === 'FULL' ? Math.random() : 1),
  }
}

export const taskToken = '$$.Task.Token'

/** A task's parameters with every path (`"id.$": "$.id"`) replaced by what it leads to. Throws if it leads nowhere. */
export const fillIn = (parameters: Json, input: Json, token: string): Json => {
  if (!isObject(parameters)) return parameters
  const entries = Object.entries(parameters).map(([key, value = null]): [string, Json] =>
    key.endsWith('.$')
      ? [key.slice(0, -2), follow(String(value), input, token)]
      : [key, fillIn(value, input, token)],
  )
  return Object.fromEntries(entries)
}

const follow = (path: string, input: Json, token: string): Json => {
  if (path === taskToken) return token
  const found = object(input)[path.slice(2)]
  if (found === undefined) throw new Error(`The path ${path} leads to nothing`)
  return found
}
