import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import * as z from 'zod/mini'
import type { Middleware, Reply } from './exchange.ts'

/** Headers of every answer: what is said here is between us and the caller. */
export const commonHeaders = (requestId: string) => ({
  'content-type': 'application/json',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-request-id': requestId,
})

/** Turns an action's reply into the HTTP answer. Only fields that the route's schema declares leave the house. */
export const answerBySchema = (): Middleware => ({
  after: request => {
    const { status, body, headers, outcome } = request.response as Reply
    request.internal.outcome = outcome
    const schema = request.internal.route!.answers[status]
    const answer: APIGatewayProxyStructuredResultV2 = {
      statusCode: status,
      headers: { ...commonHeaders(request.internal.requestId), ...headers },
      body: schema ? JSON.stringify(z.parse(schema, body)) : '',
    }
    request.response = answer
  },
})
