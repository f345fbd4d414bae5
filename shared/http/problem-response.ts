import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { SuspendedError } from '../account/suspension.ts'
import { BusyError, OvertimeError } from '../aws/errors.ts'
import { Problem, type ProblemCode, problems } from './contract/problem.ts'
import type { ProblemBody } from './contract/problem-body.ts'
import type { Route } from './contract/route.ts'

export const commonHeaders = (requestId: string) => ({
  'content-type': 'application/json',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000',
  'x-request-id': requestId,
})

const unknown = new Problem('internal', 'The failure is logged. Quote the requestId if it persists.')

const busy = new Problem(
  'unavailable',
  'The table is busy for a moment. The request is valid: send it again.',
  {
    headers: { 'retry-after': '1' },
  },
)

const overtime = new Problem(
  'unavailable',
  'The service could not do this within its time. Of a list, ask for less: a smaller `limit`, a shorter period. Anything else may be done: send it again, a POST with the same Idempotency-Key.',
  {
    headers: { 'retry-after': '5' },
  },
)

const isSuspended = new Problem(
  'client_suspended',
  'The operator has suspended this client. Orders in progress go on; ask the operator.',
)

/** An error that its caller is told of, and that is no fault of ours. */
export const isTold = (error: unknown): boolean => error instanceof Problem || error instanceof SuspendedError

export const problemGuidePath = (code: ProblemCode): string => '/v1/docs/error-codes#'.concat(code)

export const toPublicProblem = (error: unknown): Problem => {
  if (error instanceof Problem) return error
  if (error instanceof OvertimeError) return overtime
  if (error instanceof SuspendedError) return isSuspended
  return error instanceof BusyError ? busy : unknown
}

export const toProblemResponse = (problem: Problem, requestId: string): APIGatewayProxyStructuredResultV2 => {
  const { code, message } = problem
  const { status, title, retryable } = problems[code]
  const body: ProblemBody = {
    type: `urn:problem:${code}`,
    title,
    status,
    detail: message,
    code,
    requestId,
    retryable,
    ...(problem.errors.length > 0 && { errors: [...problem.errors] }),
    message,
    statusCode: status,
  }
  return {
    statusCode: status,
    headers: {
      ...commonHeaders(requestId),
      link: `<${problemGuidePath(code)}>; rel="help"`,
      // RFC 9110 §15.5.2: of every 401. A challenge of Basic would make browsers ask for a password in a window of their own.
      ...(status === 401 && { 'www-authenticate': 'Bearer realm="verification-service"' }),
      ...problem.headers,
      'content-type': 'application/problem+json',
    },
    body: JSON.stringify(body),
  }
}

interface Asked {
  readonly event: APIGatewayProxyEventV2
  /** Undefined where none matches. */
  readonly route?: Route | undefined
}

export type ProblemResponder = (
  problem: Problem,
  requestId: string,
  asked: Asked,
) => APIGatewayProxyStructuredResultV2
