/** What of a workflow's definition this region does not run: everything that is not listed here. */
import { type Json, type JsonObject, list, object, parse, text } from '../json.ts'
import { callsFunction, taskToken, waitsForToken } from './definition.ts'

const machineFields = ['Comment', 'StartAt', 'States', 'TimeoutSeconds']
const stateFields = [
  'Catch',
  'Comment',
  'End',
  'Next',
  'Parameters',
  'Resource',
  'ResultPath',
  'Retry',
  'TimeoutSeconds',
  'Type',
]
const retryFields = [
  'BackoffRate',
  'ErrorEquals',
  'IntervalSeconds',
  'JitterStrategy',
  'MaxAttempts',
  'MaxDelaySeconds',
]
const catchFields = ['ErrorEquals', 'Next', 'ResultPath']

/** What of a definition this region cannot run as Step Functions would. */
export const definitionProblems = (source: string): string[] => {
  const machine = object(parse(source))
  const states = object(machine.States)
  const nexts = Object.values(states).flatMap(state => [
    object(state),
    ...list(object(state).Catch).map(object),
  ])
  const missing = [machine.StartAt, ...nexts.map(({ Next }) => Next)].filter(
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
    ...list(state.Retry).flatMap(retrier => unknownFields(object(retrier), retryFields)),
    ...catchers.flatMap(catcher => unknownFields(catcher, catchFields)),
    ...([state, ...catchers].every(({ ResultPath }) => ResultPath === null)
      ? []
      : ['a ResultPath other than null is not supported']),
    ...unknownPaths(state.Parameters).map(path => `the path ${path} is not supported`),
  ]
}

const unknownFields = (given: JsonObject, known: string[]): string[] =>
  Object.keys(given)
    .filter(field => !known.includes(field))
    .map(field => `the field ${field} is not supported`)

const unknownPaths = (parameters: Json | undefined): string[] =>
  Object.entries(object(parameters)).flatMap(([key, value]) => {
    if (!key.endsWith('.$')) return unknownPaths(value)
    return value === taskToken || /^\$\.\w+$/.test(String(value)) ? [] : [String(value)]
  })
