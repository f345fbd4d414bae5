import { type ProblemBody, type ProblemCode, problems } from '../http/contract/problem.ts'
import type { Route } from '../http/contract/route.ts'
import { headersOfProblem } from './headers.ts'

/** Problems that every route can answer, by what it takes. */
const sharedProblems = (route: Route): readonly ProblemCode[] => [
  ...(route.params || route.query || route.body ? (['invalid_request'] as const) : []),
  ...(route.access === 'public' ? [] : (['unauthenticated', 'product_not_enabled'] as const)),
  ...(route.params ? (['not_found'] as const) : []),
  ...(route.body ? (['body_too_large', 'unsupported_media_type'] as const) : []),
  ...(route.method === 'POST' && route.access !== 'public'
    ? (['invalid_request', 'request_in_flight', 'idempotency_key_reused'] as const)
    : []),
  'too_many_requests',
  'internal',
  'unavailable',
]

/** What may be wrong with a field, as an example. */
const fieldError = { pointer: '/applicant/phone', code: 'required', detail: 'This field is required.' }

const exampleOf = (code: ProblemCode): ProblemBody => {
  const { status, title, retryable } = problems[code]
  const detail = code === 'invalid_request' ? '1 field is not valid.' : `${title}.`
  return {
    type: `urn:problem:${code}`,
    title,
    status,
    detail,
    code,
    requestId: 'JKJaXmPLvHcESHA=',
    retryable,
    ...(code === 'invalid_request' && { errors: [fieldError] }),
    message: detail,
    statusCode: status,
  }
}

/** An example of every problem, for the document's components. */
export const problemExamples = Object.fromEntries(
  (Object.keys(problems) as ProblemCode[]).map(code => [
    code,
    { summary: problems[code].title, value: exampleOf(code) },
  ]),
)

const answer = (codes: readonly ProblemCode[]) => ({
  description: codes.map(code => `\`${code}\`: ${problems[code].title}`).join('; '),
  headers: headersOfProblem(codes),
  content: {
    'application/problem+json': {
      schema: { $ref: '#/components/schemas/Problem' },
      examples: Object.fromEntries(codes.map(code => [code, { $ref: `#/components/examples/${code}` }])),
    },
  },
})

/** The problems that a route may answer, by status. */
const problemsOf = (route: Route): ReadonlyMap<number, readonly ProblemCode[]> => {
  const own = new Set([...sharedProblems(route), ...(route.problems ?? [])])
  const inOrder = (Object.keys(problems) as ProblemCode[]).filter(code => own.has(code))
  return Map.groupBy(inOrder, code => problems[code].status)
}

const nameOf = (codes: readonly ProblemCode[]): string => codes.join('.')

/** Every set of problems that some route answers under one status, for the document's components. */
export const problemResponses = (routes: readonly Route[]) =>
  Object.fromEntries(
    routes.flatMap(route => [...problemsOf(route).values()].map(codes => [nameOf(codes), answer(codes)])),
  )

/** The problems of a route: references to them, by status. */
export const problemAnswers = (route: Route) =>
  Object.fromEntries(
    [...problemsOf(route)].map(([status, codes]) => [
      status,
      { $ref: `#/components/responses/${nameOf(codes)}` },
    ]),
  )
