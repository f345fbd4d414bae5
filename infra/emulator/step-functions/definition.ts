import {
  isObject,
  type Json,
  type JsonObject,
  list,
  number,
  object,
  parse,
  text,
  texts,
  unknownKeys,
} from '../json.ts'

export interface Definition {
  readonly startAt: string
  readonly timeoutSeconds: number | undefined
  readonly states: ReadonlyMap<string, TaskState>
}

/** A task's result is dropped (its ResultPath is null), so every state sees the execution's input. */
export interface TaskState {
  /** The task ends when its token returns, not when its function does. */
  readonly waitsForToken: boolean
  readonly parameters: JsonObject
  readonly timeoutSeconds: number | undefined
  readonly retriers: readonly RetryRule[]
  readonly catchers: readonly CatchRule[]
  /** Undefined: the last state. */
  readonly next: string | undefined
}

interface RetryRule {
  readonly errors: readonly string[]
  readonly maxAttempts: number
  delaySeconds(retry: number): number
}

interface CatchRule {
  readonly errors: readonly string[]
  readonly next: string
}

const callsFunction = 'arn:aws:states:::lambda:invoke'
const waitsForToken = `${callsFunction}.waitForTaskToken`

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
const readRetrier = (retrier: JsonObject): RetryRule => {
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

const taskToken = '$$.Task.Token'

/** Replaces every path (`"id.$": "$.id"`) by its value. Throws if there is none. */
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

const machineFields = 'Comment StartAt States TimeoutSeconds'
const stateFields = 'Catch Comment End Next Parameters Resource ResultPath Retry TimeoutSeconds Type'
const retryFields = 'BackoffRate ErrorEquals IntervalSeconds JitterStrategy MaxAttempts MaxDelaySeconds'
const catchFields = 'ErrorEquals Next ResultPath'

export const definitionProblems = (source: string): string[] => {
  const machine = object(parse(source))
  const states = object(machine.States)
  const nexts = Object.values(states).flatMap(state => [state ?? null, ...list(object(state).Catch)])
  const missing = [machine.StartAt, ...nexts.map(next => object(next).Next)].filter(
    next => next !== undefined && states[String(next)] === undefined,
  )
  const ofStates = Object.entries(states).flatMap(([name, state]) =>
    stateProblems(object(state)).map(problem => `state ${name}: ${problem}`),
  )
  return [
    ...unknownFields(machine, machineFields),
    ...missing.map(next => `there is no state ${next}`),
    ...ofStates,
  ]
}

const stateProblems = (state: JsonObject): string[] => {
  if (state.Type !== 'Task') return [`the type ${state.Type} is not supported`]
  const catchers = list(state.Catch).map(object)
  const resource = text(state.Resource) ?? ''
  return [
    ...([callsFunction, waitsForToken].includes(resource)
      ? []
      : [`the resource ${resource} is not supported`]),
    ...unknownFields(state, stateFields),
    ...list(state.Retry).flatMap(retrier => unknownFields(retrier, retryFields)),
    ...catchers.flatMap(catcher => unknownFields(catcher, catchFields)),
    ...([state, ...catchers].every(({ ResultPath }) => ResultPath === null)
      ? []
      : ['a ResultPath other than null is not supported']),
    ...unknownPaths(state.Parameters).map(path => `the path ${path} is not supported`),
  ]
}

const unknownFields = (given: Json, known: string): string[] =>
  unknownKeys(given, known).map(field => `the field ${field} is not supported`)

const unknownPaths = (parameters: Json | undefined): string[] =>
  Object.entries(object(parameters)).flatMap(([key, value]) => {
    if (!key.endsWith('.$')) return unknownPaths(value)
    return value === taskToken || /^\$\.\w+$/.test(String(value)) ? [] : [String(value)]
  })
