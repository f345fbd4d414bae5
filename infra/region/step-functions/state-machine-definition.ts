/**
 * Rewrites an Amazon States Language definition so that every wait of it goes through our task handler,
 * which is what makes it survive a restart, and finds what aws-local-stepfunctions cannot do.
 */
import { isObject, type Json, type JsonObject, list, object, parse, text } from '../json.ts'

/** Stands for `$$.Task.Token` until the handler knows which task it is. */
export const tokenPlaceholder = '{{task-token}}'

/** The library times every task out; ours are timed by the handler, so this is as long as its timer can be. */
const libraryTimeoutSeconds = 2_147_483

export interface StateMachineDefinition {
  /** For the library. */
  readonly rewritten: JsonObject
  /** The resource that each task state calls, by the state's name. */
  readonly resources: Map<string, string>
  readonly timeoutSeconds: number | undefined
}

/** What the rewritten state passes to its handler. */
export interface TaskInput {
  readonly input: Json
  readonly timeoutSeconds?: number
  readonly heartbeatSeconds?: number
  readonly waitSeconds?: number
  readonly waitUntil?: string
}

export const waitResource = 'local:wait'

export const readDefinition = (source: string): StateMachineDefinition => {
  // On a replay the library would fill these two anew, and inside a branch with the branch's own input.
  const definition = object(parse(source.replaceAll('$$.Execution.', () => '$$.Original.')))
  const resources = new Map<string, string>()
  const { TimeoutSeconds, ...rest } = rewriteStates(definition, resources)
  return {
    rewritten: rest,
    resources,
    timeoutSeconds: typeof TimeoutSeconds === 'number' ? TimeoutSeconds : undefined,
  }
}

const rewriteStates = (machine: JsonObject, resources: Map<string, string>): JsonObject => {
  const states = Object.entries(object(machine.States)).map(([name, state]): [string, JsonObject] => [
    name,
    rewriteState(name, object(state), resources),
  ])
  return { ...machine, States: Object.fromEntries(states) }
}

const rewriteState = (name: string, state: JsonObject, resources: Map<string, string>): JsonObject => {
  const nested = (value: Json | undefined): JsonObject => rewriteStates(object(value), resources)
  const plain = withoutWholeResultPath(state)
  if (state.Type === 'Parallel') return { ...plain, Branches: list(state.Branches).map(nested) }
  if (state.Type === 'Map')
    return { ...plain, ItemProcessor: nested(state.ItemProcessor ?? state.Iterator), Iterator: undefined }
  if (state.Type === 'Task') return rewriteTask(name, plain, resources)
  if (state.Type === 'Wait') return rewriteWait(name, plain, resources)
  return plain
}

/** The library takes a ResultPath of `$` for the name of a field. */
const withoutWholeResultPath = ({ ResultPath, ...state }: JsonObject): JsonObject =>
  ResultPath === undefined || ResultPath === '$' ? state : { ...state, ResultPath }

const rewriteTask = (name: string, state: JsonObject, resources: Map<string, string>): JsonObject => {
  const { Parameters, TimeoutSeconds, TimeoutSecondsPath, HeartbeatSeconds, HeartbeatSecondsPath, ...rest } =
    state
  resources.set(name, text(state.Resource) ?? '')
  return {
    ...rest,
    Parameters: {
      ...(Parameters === undefined ? { 'input.$': '$' } : { input: Parameters }),
      ...argument('timeoutSeconds', TimeoutSeconds, TimeoutSecondsPath),
      ...argument('heartbeatSeconds', HeartbeatSeconds, HeartbeatSecondsPath),
    },
    TimeoutSeconds: libraryTimeoutSeconds,
  }
}

const rewriteWait = (name: string, state: JsonObject, resources: Map<string, string>): JsonObject => {
  const { Seconds, SecondsPath, Timestamp, TimestampPath, ...rest } = state
  resources.set(name, waitResource)
  return {
    ...rest,
    Type: 'Task',
    Resource: waitResource,
    Parameters: {
      'input.$': '$',
      ...argument('waitSeconds', Seconds, SecondsPath),
      ...argument('waitUntil', Timestamp, TimestampPath),
    },
    TimeoutSeconds: libraryTimeoutSeconds,
  }
}

const argument = (name: string, value: Json | undefined, path: Json | undefined): JsonObject => ({
  ...(value !== undefined && { [name]: value }),
  ...(path !== undefined && { [`${name}.$`]: path }),
})

const supportedResources =
  /^(local:wait|arn:aws:states:::lambda:invoke(\.waitForTaskToken)?|arn:aws:lambda:[^:]*:[^:]*:function:.+)$/

/** What of a definition this region cannot run as Step Functions would. */
export const definitionProblems = (source: string): string[] => {
  const { resources } = readDefinition(source)
  const problems = [...resources]
    .filter(([, resource]) => !supportedResources.test(resource))
    .map(([name, resource]) => `state ${name}: the resource ${resource} is not supported`)
  if (/"QueryLanguage":\s*"JSONata"/.test(source)) problems.push('JSONata is not supported, only JSONPath')
  for (const field of ['Assign', 'ItemReader', 'ItemBatcher', 'ResultWriter'])
    if (source.includes(`"${field}":`)) problems.push(`the field ${field} is not supported`)
  for (const path of ['$$.State.', 'States.UUID', 'States.MathRandom'])
    if (source.includes(path)) problems.push(`${path} is not supported`)
  return problems
}

/** Every object of a task's parameters with the placeholder replaced by the token. */
export const insertToken = (input: Json, token: string): Json =>
  isObject(input) || Array.isArray(input)
    ? parse(JSON.stringify(input).replaceAll(tokenPlaceholder, token))
    : input
