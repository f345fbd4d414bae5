import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import * as z from 'zod/mini'
import type { RequestContext, ActionResponse } from './action.ts'

/** Headers of every answer: what is said here is between us and the caller. */
export const commonHeaders = (requestId: string) => ({
  'content-type': 'application/json',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-request-id': requestId,
})

/** Turns an action's reply into the HTTP answer. Only fields that the route's schema declares leave the service. */
export const toHttpResponse = (
  { route, requestId }: RequestContext,
  { status, body, headers, cookies, content }: ActionResponse,
): APIGatewayProxyStructuredResultV2 => {
  const answer = {
    statusCode: status,
    headers: { ...commonHeaders(requestId), ...headers },
    ...(cookies && { cookies: [...cookies] }),
  }
  if (Buffer.isBuffer(content)) return { ...answer, body: content.toString('base64'), isBase64Encoded: true }
  const schema = route!.answers[status]
  return { ...answer, body: content ?? (schema ? JSON.stringify(z.parse(schema, body)) : '') }
}
