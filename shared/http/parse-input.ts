import * as z from 'zod/mini'
import { generateId } from '../table/id.ts'
import { bodyLimitBytes } from './contract/body-limit.ts'
import { type FieldError, invalidRequest, Problem } from './contract/problem.ts'
import type { Route } from './contract/route.ts'
import type { ActionRequest, MiddlewareRequest, Middleware } from './action.ts'
import { fieldErrors } from './field-errors.ts'
import type { InputRule, RawInput } from './input-rule.ts'
import { requestOrigin } from './origin.ts'
import type { Ports } from './ports.ts'

const isJson = (contentType: string | undefined): boolean =>
  /^application\/(json|[\w.+-]+\+json)\s*(;|$)/i.test(contentType ?? '')

/** The bytes of the body as text, up to what the route takes. @throws Problem body_too_large */
export const readBodyText = (
  { body = '', isBase64Encoded }: MiddlewareRequest['event'],
  { bodyLimitBytes: limit = bodyLimitBytes }: Pick<Route, 'bodyLimitBytes'> = {},
): string => {
  const text = isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body
  if (Buffer.byteLength(text) > limit) throw new Problem('body_too_large', `A body may have ${limit} bytes.`)
  return text
}

/** The body as JSON; no body at all counts as an empty object, so that its missing fields are named. */
const readBody = (event: MiddlewareRequest['event'], route: Route): unknown => {
  const text = readBodyText(event, route)
  if (text === '') return {}
  if (!isJson(event.headers['content-type']))
    throw new Problem('unsupported_media_type', 'Send the body as application/json.')
  try {
    return JSON.parse(text)
  } catch {
    throw invalidRequest([{ pointer: '', code: 'invalid_json', detail: 'The body is not well-formed JSON.' }])
  }
}

/** @throws Problem unsupported_media_type, body_too_large */
const readForm = (event: MiddlewareRequest['event']): Record<string, string> => {
  const text = readBodyText(event)
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(event.headers['content-type'] ?? ''))
    throw new Problem('unsupported_media_type', 'Send the form as a browser does.')
  return Object.fromEntries(new URLSearchParams(text))
}

/** Fetch Metadata, which browsers send and previews of messengers do not: https://www.w3.org/TR/fetch-metadata */
const isNavigation = ({ headers }: MiddlewareRequest['event']): boolean =>
  headers['sec-fetch-dest'] === 'document' && !/prefetch|prerender/.test(headers['sec-purpose'] ?? '')

/** RFC 9110 §12.5.3: an encoding with the weight 0 is refused. */
const acceptsEncoding = (header = '', encoding: string): boolean =>
  new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(header)

interface Parsed {
  readonly raw: unknown
  readonly value: unknown
  readonly errors: readonly FieldError[]
}

const parse = (schema: z.ZodMiniType | undefined, input: () => unknown, prefix: string): Parsed => {
  if (!schema) return { raw: undefined, value: undefined, errors: [] }
  const raw = input()
  const result = z.safeParse(schema, raw)
  return result.success
    ? { raw, value: result.data, errors: [] }
    : { raw, value: undefined, errors: fieldErrors(result.error.issues, raw, prefix) }
}

const parts = (route: Route, event: MiddlewareRequest['event']) => ({
  params: parse(route.params, () => event.pathParameters ?? {}, 'path'),
  query: parse(route.query, () => event.queryStringParameters ?? {}, 'query'),
  body: parse(route.body, () => readBody(event, route), ''),
})

/** What the action's own rule finds in fields that the schemas let pass. */
const ruleErrors = (
  rule: InputRule | undefined,
  input: RawInput,
  found: readonly FieldError[],
): readonly FieldError[] => {
  const named = new Set(found.map(({ pointer }) => pointer))
  return (rule?.(input) ?? []).filter(({ pointer }) => !named.has(pointer))
}

/**
 * Parses path, query and body by the route's schemas and the action's rule.
 * @throws Problem invalid_request naming every bad field of all of them
 */
export const parseInput = ({ now, random }: Pick<Ports, 'now' | 'random'>): Middleware => ({
  before: ({ event, internal }) => {
    const { params, query, body } = parts(internal.route!, event)
    const bySchema = [...params.errors, ...query.errors, ...body.errors]
    const nowMs = now()
    const input = { params: event.pathParameters ?? {}, body: body.raw, nowMs }
    const errors = [...bySchema, ...ruleErrors(internal.rule, input, bySchema)]
    if (errors.length > 0) throw invalidRequest(errors)
    internal.call = {
      caller: internal.caller,
      params: params.value,
      query: query.value,
      body: body.value,
      form: internal.route!.form === true ? readForm(event) : {},
      file: undefined,
      seen: { address: event.requestContext.http.sourceIp, userAgent: event.headers['user-agent'] ?? '' },
      nowMs,
      id: generateId(nowMs, random()),
      isRepeat: false,
      origin: requestOrigin(event),
      isNavigation: isNavigation(event),
      accepts: encoding => acceptsEncoding(event.headers['accept-encoding'], encoding),
      cookies: event.cookies ?? [],
      prefersAsync: /(^|,)\s*respond-async\s*(,|;|$)/i.test(event.headers.prefer ?? ''),
    } as ActionRequest
  },
})
