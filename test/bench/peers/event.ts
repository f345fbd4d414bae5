import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { addressOrder } from '../../support/orders.ts'

interface Request {
  readonly method: string
  readonly path: string
  readonly routeKey: string
  readonly token: string
  readonly body?: object
  readonly idempotencyKey?: string | undefined
  readonly pathParameters?: Record<string, string>
}

const eventOf = ({
  method,
  path,
  routeKey,
  token,
  body,
  idempotencyKey,
  pathParameters,
}: Request): APIGatewayProxyEventV2 => ({
  version: '2.0',
  routeKey,
  rawPath: path,
  rawQueryString: '',
  headers: {
    accept: 'application/json',
    authorization: `Bearer ${token}`,
    host: 'api.example.com',
    'user-agent': 'bench',
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-proto': 'https',
    ...(body && { 'content-type': 'application/json' }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  },
  requestContext: {
    accountId: '123456789012',
    apiId: 'api',
    domainName: 'api.example.com',
    domainPrefix: 'api',
    http: { method, path, protocol: 'HTTP/1.1', sourceIp: '203.0.113.9', userAgent: 'bench' },
    requestId: 'bench',
    routeKey,
    stage: '$default',
    time: '20/Nov/2026:12:00:00 +0000',
    timeEpoch: 0,
  },
  ...(pathParameters && { pathParameters }),
  ...(body && { body: JSON.stringify(body) }),
  isBase64Encoded: false,
})

/** The event of an order; another street is another order. */
export const createEvent = (token: string, street: string, idempotencyKey?: string): APIGatewayProxyEventV2 =>
  eventOf({
    idempotencyKey,
    method: 'POST',
    path: '/v1/addresses',
    routeKey: 'POST /v1/addresses',
    token,
    body: addressOrder({ street }),
  })

export const readEvent = (token: string, id: number): APIGatewayProxyEventV2 =>
  eventOf({
    method: 'GET',
    path: `/v1/addresses/${id}`,
    routeKey: 'GET /v1/addresses/{id}',
    token,
    pathParameters: { id: `${id}` },
  })

/** What is delivered by every message. */
export const benchEventId = 'evt_1_completed'
/** As many messages as the queue hands over at once. */
export const batchSize = 10

/** A batch of messages, each another attempt to bring the same event to the same endpoint. */
export const deliveryEvent = (endpointId: number, batch: number) => ({
  Records: Array.from({ length: batchSize }, (_, index) => {
    const attempt = batch * batchSize + index
    const delivery = { organisationId: 1, mode: 'test', eventId: benchEventId, endpointId }
    const body = JSON.stringify({ ...delivery, attempt, firstAttempt: attempt, notBeforeMs: 0 })
    return { messageId: `${attempt}`, body }
  }),
})
