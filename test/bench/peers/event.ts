import type { APIGatewayProxyEventV2 } from 'aws-lambda'

/** A request that is sent again and again: `#` in its body and its key stands for what is another each time. */
export interface RequestShape {
  readonly method: 'GET' | 'POST'
  /** Such as `/v1/addresses/{id}`. */
  readonly route: string
  readonly parameters?: Readonly<Record<string, string>>
  readonly body?: object
  readonly idempotencyKey?: string
  /** What it must be answered. */
  readonly status: number
}

/** Makes the events of these requests, each from what is another in it. */
export const eventsOf = (
  { method, route, parameters = {}, body, idempotencyKey }: RequestShape,
  token: string,
): ((unique: string) => APIGatewayProxyEventV2) => {
  const path = route.replace(/\{(\w+)\}/g, (_, name: string) => parameters[name] ?? '')
  const text = body && JSON.stringify(body)
  const routeKey = `${method} ${route}`
  return unique => ({
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
      ...(text && { 'content-type': 'application/json' }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey.replace('#', unique) }),
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
    ...(Object.keys(parameters).length > 0 && { pathParameters: { ...parameters } }),
    ...(text && { body: text.replace('#', unique) }),
    isBase64Encoded: false,
  })
}

/** What is delivered by every message. */
export const benchEventId = 'evt_1_completed'
/** A batch of messages, each another attempt to bring the same event to the same endpoint. */
export const deliveryEvent = (endpointId: number, batch: number, batchSize: number) => ({
  Records: Array.from({ length: batchSize }, (_, index) => {
    const attempt = batch * batchSize + index
    const delivery = { organisationId: 1, mode: 'test', eventId: benchEventId, endpointId }
    const body = JSON.stringify({ ...delivery, attempt, firstAttempt: attempt, notBeforeMs: 0 })
    return { messageId: `${attempt}`, body }
  }),
})
