import { z } from 'zod'
import { isObject, type Json, object, parse } from '../json.ts'

const callsFunction = 'arn:aws:states:::lambda:invoke'
export const waitsForToken = `${callsFunction}.waitForTaskToken`
const taskToken = '$$.Task.Token'

const ResultPath = z.null({ error: 'a ResultPath other than null is not supported' })

/** https://docs.aws.amazon.com/step-functions/latest/dg/concepts-error-handling.html#error-handling-retrying-after-an-error */
const Retrier = z.strictObject({
  ErrorEquals: z.array(z.string()),
  IntervalSeconds: z.number().default(1),
  BackoffRate: z.number().default(2),
  MaxDelaySeconds: z.number().default(Number.MAX_SAFE_INTEGER),
  MaxAttempts: z.number().default(3),
  JitterStrategy: z.literal('FULL').optional(),
})

export type RetryRule = z.infer<typeof Retrier>

const unknownPaths = (parameters: Json | undefined): string[] =>
  Object.entries(object(parameters)).flatMap(([key, value]) => {
    if (!key.endsWith('.$')) return unknownPaths(value)
    return value === taskToken || /^\$\.\w+$/.test(String(value)) ? [] : [String(value)]
  })

/** A task's result is dropped, so every state sees the execution's input. */
const State = z.strictObject({
  Type: z.literal('Task', { error: ({ input }) => `the type ${input} is not supported` }),
  /** The task ends when the function does, or when its token returns. */
  Resource: z.enum([callsFunction, waitsForToken], {
    error: ({ input }) => `the resource ${input} is not supported`,
  }),
  Parameters: z.custom<Json>(isObject).superRefine((parameters, context) => {
    for (const path of unknownPaths(parameters)) context.addIssue(`the path ${path} is not supported`)
  }),
  TimeoutSeconds: z.number().optional(),
  Retry: z.array(Retrier).default([]),
  Catch: z
    .array(z.strictObject({ ErrorEquals: z.array(z.string()), Next: z.string(), ResultPath }))
    .default([]),
  ResultPath,
  Next: z.string().optional(),
  End: z.boolean().optional(),
})

export type TaskState = z.infer<typeof State>

const Definition = z
  .strictObject({
    StartAt: z.string(),
    TimeoutSeconds: z.number().optional(),
    States: z.record(z.string(), State),
  })
  .superRefine(({ StartAt, States }, context) => {
    const nexts = Object.values(States).flatMap(state => [state.Next, ...state.Catch.map(({ Next }) => Next)])
    for (const name of [StartAt, ...nexts])
      if (name !== undefined && States[name] === undefined) context.addIssue(`there is no state ${name}`)
  })

export type Definition = z.infer<typeof Definition>

export const readDefinition = (source: string): Definition => Definition.parse(parse(source))

export const definitionProblems = (source: string): string[] => {
  const { error } = Definition.safeParse(parse(source))
  return (error?.issues ?? []).flatMap(issue => {
    const [, state] = issue.path
    const prefix = state === undefined ? '' : `state ${String(state)}: `
    return issue.code === 'unrecognized_keys'
      ? issue.keys.map(key => `${prefix}the field ${key} is not supported`)
      : [`${prefix}${issue.message}`]
  })
}

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
