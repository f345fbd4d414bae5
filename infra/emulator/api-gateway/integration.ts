import { isObject, type Json, type JsonObject, number, object, parse, text, texts } from '../json.ts'
import type { LambdaFunction } from '../lambda/function.ts'
import type { Answer } from '../service-call.ts'

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
  if (Buffer.byteLength(payload) > maximumEventBytes) return gatewayAnswer(413, 'Request Entity Too Large')
  let timer: NodeJS.Timeout | undefined
  const lateness = new Promise<Answer>(resolve => {
    timer = setTimeout(() => resolve(gatewayAnswer(503, 'Service Unavailable')), timeoutMilliseconds)
  })
  const result = integration(payload).then(outcome =>
    outcome.ok && outcome.payload.length <= maximumEventBytes
      ? readAnswer(outcome.payload)
      : internalServerError,
  )
  return Promise.race([result, lateness]).finally(() => clearTimeout(timer))
}

export const gatewayAnswer = (status: number, message: string): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify({ message })),
})

export const internalServerError = gatewayAnswer(500, 'Internal Server Error')

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
