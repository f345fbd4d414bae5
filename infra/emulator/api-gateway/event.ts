/**
 * Event of a Lambda proxy integration, format 2.0:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { JsonObject } from '../json.ts'

export interface EventSource {
  readonly account: string
  readonly apiId: string
}

export interface ReceivedRequest {
  readonly message: IncomingMessage
  readonly method: string
  readonly path: string
  readonly query: string
  readonly body: Buffer
  readonly routeKey: string
  readonly pathParameters: Record<string, string>
}

export const httpApiEvent = (request: ReceivedRequest, source: EventSource): JsonObject => {
  const { message, body, query, routeKey, pathParameters } = request
  const { cookie, ...headers } = joinHeaders(message)
  const isBase64Encoded = body.length > 0 && !isText(headers['content-type'])
  return {
    version: '2.0',
    routeKey,
    rawPath: request.path,
    rawQueryString: query,
    ...(cookie !== undefined && { cookies: cookie.split('; ') }),
    headers,
    ...(query !== '' && { queryStringParameters: joinQuery(query) }),
    requestContext: requestContext(request, headers, source),
    ...(Object.keys(pathParameters).length > 0 && { pathParameters }),
    ...(body.length > 0 && { body: body.toString(isBase64Encoded ? 'base64' : 'utf8') }),
    isBase64Encoded,
  }
}

const requestContext = (
  request: ReceivedRequest,
  headers: Record<string, string>,
  source: EventSource,
): JsonObject => {
  const now = new Date()
  const domainName = headers.host ?? 'localhost'
  return {
    accountId: source.account,
    apiId: source.apiId,
    domainName,
    domainPrefix: domainName.split('.')[0] ?? '',
    http: {
      method: request.method,
      path: request.path,
      protocol: `HTTP/${request.message.httpVersion}`,
      sourceIp: (request.message.socket.remoteAddress ?? '').replace(/^::ffff:/, ''),
      userAgent: headers['user-agent'] ?? '',
    },
    requestId: randomUUID(),
    routeKey: request.routeKey,
    stage: '$default',
    time: commonLogTime(now),
    timeEpoch: now.getTime(),
  }
}

/** Only these arrive as text; a form or a missing type arrives base64-encoded (seen on AWS, not documented). */
const isText = (contentType = ''): boolean =>
  /^(text\/.*|application\/(json|xml|javascript))$/i.test(contentType.split(';')[0]?.trim() ?? '')

const joinHeaders = (message: IncomingMessage): Record<string, string> => {
  const headers: Record<string, string> = {}
  for (const [name, values] of Object.entries(message.headersDistinct)) {
    if (values !== undefined) headers[name] = values.join(name === 'cookie' ? '; ' : ',')
  }
  return headers
}

const joinQuery = (query: string): Record<string, string> => {
  const parameters = new URLSearchParams(query)
  return Object.fromEntries(
    [...new Set(parameters.keys())].map(name => [name, parameters.getAll(name).join(',')]),
  )
}

/** Such as `20/Nov/2026:16:18:19 +0000`. */
const commonLogTime = (time: Date): string => {
  const [, day, month, year, clock] = /^\w+, (\d+) (\w+) (\d+) ([\d:]+)/.exec(time.toUTCString()) ?? []
  return `${day}/${month}/${year}:${clock} +0000`
}
