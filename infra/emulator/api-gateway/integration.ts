import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isObject, type Json, type JsonObject, number, object, parse, text, texts } from '../json.ts'
import type { LambdaFunction } from '../lambda/function.ts'
import type { Answer } from '../service-call.ts'
import { type GatewayStatus, gatewayAnswers } from './gateway-answers.ts'

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

const commonLogTime = (time: Date): string => {
  const [, day, month, year, clock] = /^\w+, (\d+) (\w+) (\d+) ([\d:]+)/.exec(time.toUTCString()) ?? []
  return `${day}/${month}/${year}:${clock} +0000`
}

/** https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const maximumEventBytes = 6 * 1024 * 1024

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
const longestMilliseconds = 30_000

export type Integration = LambdaFunction['invoke']

/** Never rejects: a timeout is 503, a failing function 500. */
export const callIntegration = async (
  integration: Integration,
  event: JsonObject,
  timeoutMilliseconds = longestMilliseconds,
): Promise<Answer> => {
  const payload = JSON.stringify(event)
  if (Buffer.byteLength(payload) > maximumEventBytes) return gatewayAnswer(413)
  let timer: NodeJS.Timeout | undefined
  const lateness = new Promise<Answer>(resolve => {
    timer = setTimeout(() => resolve(gatewayAnswer(503)), timeoutMilliseconds)
  })
  const result = integration(payload).then(outcome =>
    outcome.ok && outcome.payload.length <= maximumEventBytes
      ? readAnswer(outcome.payload)
      : internalServerError,
  )
  return Promise.race([result, lateness]).finally(() => clearTimeout(timer))
}

export const gatewayAnswer = (status: GatewayStatus): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify({ message: gatewayAnswers[status].message })),
})

export const internalServerError = gatewayAnswer(500)

const readAnswer = (payload: string): Answer => {
  const result = parse(payload)
  if (!isObject(result) || result.statusCode === undefined) return shortAnswer(result)
  const status = number(result.statusCode)
  const body = result.body ?? ''
  if (status === undefined || !(status >= 100 && status <= 599) || typeof body !== 'string')
    return internalServerError
  const cookies = texts(result.cookies)
  return {
    status,
    headers: {
      ...(body !== '' && { 'content-type': 'text/plain; charset=utf-8' }),
      ...lowerCased(object(result.headers)),
      ...(cookies.length > 0 && { 'set-cookie': cookies }),
    },
    body: Buffer.from(body, result.isBase64Encoded === true ? 'base64' : 'utf8'),
  }
}

const shortAnswer = (result: Json): Answer => {
  const body = typeof result === 'string' ? result : JSON.stringify(result)
  return { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from(body) }
}

const lowerCased = (headers: Record<string, Json | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), text(value) ?? String(value)]),
  )
