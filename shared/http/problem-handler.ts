import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { BusyError } from '../aws/errors.ts'
import { commonHeaders } from './response.ts'
import { Problem, type ProblemBody, type ProblemCode, problems } from './contract/problem.ts'
import type { Middleware } from './action.ts'
import type { Ports } from './ports.ts'

const unknown = new Problem('internal', 'The failure has been recorded; quote the requestId if it persists.')

const busy = new Problem(
  'unavailable',
  'Others are changing the same at this moment. Nothing is wrong with the request.',
  { headers: { 'retry-after': '1' } },
)

/** What the caller may see of an error. */
export const toPublicProblem = (error: unknown): Problem => {
  if (error instanceof Problem) return error
  return error instanceof BusyError ? busy : unknown
}

/** Where the docs say what to do about it. */
const helpOn = (code: ProblemCode): string => ['</v1/docs/error-codes#', code, '>; rel="help"'].join('')

/** A problem as `application/problem+json` (RFC 9457). */
export const toProblemResponse = (problem: Problem, requestId: string): APIGatewayProxyStructuredResultV2 => {
  const { status, title, retryable } = problems[problem.code]
  const body: ProblemBody = {
    type: `urn:problem:${problem.code}`,
    title,
    status,
    detail: problem.message,
    code: problem.code,
    requestId,
    retryable,
    ...(problem.errors.length > 0 && { errors: [...problem.errors] }),
    message: problem.message,
    statusCode: status,
  }
  return {
    statusCode: status,
    headers: {
      ...commonHeaders(requestId),
      link: helpOn(problem.code),
      ...problem.headers,
      'content-type': 'application/problem+json',
    },
    body: JSON.stringify(body),
  }
}

export type ProblemResponder = typeof toProblemResponse

/**
 * The last resort: a Problem is shown to the caller, anything else is logged and answers 503 or 500 without detail.
 * @param answer how a problem is shown
 */
export const handleProblems = (
  { log, countFault, fieldsOfError }: Pick<Ports, 'log' | 'countFault' | 'fieldsOfError'>,
  answer: ProblemResponder = toProblemResponse,
): Middleware => ({
  onError: request => {
    const { error, internal } = request
    const { requestId } = internal
    if (!(error instanceof Problem)) {
      log('request.failed', { requestId, action: internal.action, ...fieldsOfError(error) })
      countFault()
    }
    request.response = answer(toPublicProblem(error), requestId)
  },
})
