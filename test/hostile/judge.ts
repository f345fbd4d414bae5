import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import { type ProblemCode, problems } from '../../shared/http/contract/problem.ts'
import { ProblemBody } from '../../shared/http/contract/problem-body.ts'
import type { Route } from '../../shared/http/contract/route.ts'
import { routes } from '../../shared/routes.ts'
import type { HostileRequest } from './corpus.ts'
import { marker } from './values.ts'
import type { WireAnswer } from './wire.ts'

/** The failures that are documented answers: a registry gives none, or none that anybody can read. */
const documented: readonly string[] = ['registry_unavailable', 'record_unreadable']

/** Whether a body is what the schema says and nothing else: no field is left out, none is added. */
const isExactly = (schema: z.ZodMiniType, body: unknown): boolean => {
  const parsed = z.safeParse(schema, body)
  return parsed.success && isDeepStrictEqual(parsed.data, body)
}

const json = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const inProblem = (answer: WireAnswer, body: unknown): string[] => {
  if (!isExactly(ProblemBody, body)) return [`not a problem of the schema: ${answer.text.slice(0, 200)}`]
  const { code, status, requestId, retryable, title } = body as ProblemBody
  const row = problems[code as ProblemCode]
  const isRow = status === row.status && title === row.title && retryable === row.retryable
  return [
    ...(isRow && status === answer.status ? [] : [`not as the table has ${code}`]),
    ...(requestId === answer.headers['x-request-id'] ? [] : ['another request id']),
    ...(answer.status >= 500 && !documented.includes(code) ? [`failed: ${code}`] : []),
    ...(answer.text.includes(marker) ? ['quotes what was sent'] : []),
  ]
}

const isOfType = ({ headers }: WireAnswer, mediaType = ''): boolean =>
  `${headers['content-type']}`.startsWith(mediaType)

const inAnswer = (route: Route, answer: WireAnswer, body: unknown): string[] => {
  const schema = route.answers[answer.status]
  if (schema === undefined) return [`${answer.status} is no answer of the route`]
  if (schema === null && route.mediaType === undefined)
    return answer.text === '' ? [] : ['a body where there is none']
  if (schema === null) return isOfType(answer, route.mediaType) ? [] : ['another media type']
  return isExactly(schema, body) ? [] : [`not its schema: ${answer.text.slice(0, 200)}`]
}

/** Requests that the gateway itself refuses, in its own words, before any of our code: a path that is no text. */
const isGateways = ({ path }: HostileRequest, { status }: WireAnswer): boolean => {
  try {
    decodeURIComponent(path.split('?')[0]!)
    return false
  } catch {
    return status === 400
  }
}

const isPlain = (method: string): boolean => method !== 'HEAD'

/** What is wrong with an answer; nothing, if all is well. */
export const faultsIn = (
  request: HostileRequest,
  answer: WireAnswer,
  foreign: readonly string[],
): readonly string[] => {
  const whole = `${answer.text}${JSON.stringify(answer.headers)}`
  const seen = foreign.filter(value => whole.includes(value)).map(() => 'shows what is another’s')
  if (isGateways(request, answer)) return seen
  const id = answer.headers['x-request-id'] ? [] : ['no x-request-id']
  if (answer.status >= 500 && answer.text === '') return [...seen, ...id, `failed: ${answer.status}`]
  if (!isPlain(request.method)) return [...seen, ...id]
  const body = json(answer.text)
  const route: Route = routes[request.action]
  const isProblem = answer.status >= 400 && !(answer.status in route.answers)
  const own = isProblem ? inProblem(answer, body) : inAnswer(route, answer, body)
  return [...seen, ...id, ...own]
}
