/** What a function returned, as an HTTP answer: format 2.0 and its short form without a status code. */
import { isObject, type Json, number, object, parse, text, texts } from '../json.ts'

export interface HttpAnswer {
  readonly status: number
  readonly headers: Record<string, string | string[]>
  readonly body: Buffer
}

/** API Gateway's own answers, such as 404 or 503. */
export const gatewayAnswer = (status: number, message: string): HttpAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify({ message })),
})

export const internalServerError = gatewayAnswer(500, 'Internal Server Error')

/** Reads the function's result; one that is no answer is an internal server error, as in API Gateway. */
export const readAnswer = (payload: string): HttpAnswer => {
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

const shortAnswer = (result: Json): HttpAnswer => {
  const body = typeof result === 'string' ? result : JSON.stringify(result)
  return { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from(body) }
}

const lowerCased = (headers: Record<string, Json | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), text(value) ?? String(value)]),
  )
