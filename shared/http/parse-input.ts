import * as z from 'zod/mini'
import { generateId } from '../table/id.ts'
import type { ActionRequest, Middleware, MiddlewareRequest } from './action.ts'
import { type FieldError, invalidRequest, Problem } from './contract/problem.ts'
import { bodyLimitBytes, type Route } from './contract/route.ts'
import { requestOrigin } from './cookie.ts'
import type { Ports } from './ports.ts'

type ZodIssue = z.core.$ZodIssue

const at = (raw: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], raw)

const pointerOf = (path: readonly PropertyKey[], prefix: string): string =>
  prefix + path.map(key => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

const formats: Readonly<Record<string, string>> = {
  date: 'Expected a date that exists, as YYYY-MM-DD.',
  datetime: 'Expected an instant, as in 2026-01-31T12:00:00Z.',
  email: 'Expected an email address.',
  url: 'Expected a URL.',
}

const units: Readonly<Record<string, string>> = { string: 'character', array: 'entry' }

const amount = (limit: number | bigint, origin: string): string => {
  const unit = units[origin]
  if (!unit) return `${limit}`
  return limit === 1 ? `1 ${unit}` : `${limit} ${unit.replace(/y$/, 'ie')}s`
}

const wordless = 'Invalid input'

/** For `fieldErrors`. A library that is bundled may choose a language for the whole of Zod. */
export const parseWordless = <Schema extends z.ZodMiniType>(schema: Schema, value: unknown) =>
  z.safeParse(schema, value, { error: () => wordless })

const refused = 'The value is not one that is accepted here.'

const formOf = ({ message, format }: Extract<ZodIssue, { code: 'invalid_format' }>): string =>
  message === wordless ? (formats[format] ?? 'The value does not have the expected form.') : message

const words = (issue: ZodIssue): Pick<FieldError, 'code' | 'detail'> => {
  switch (issue.code) {
    case 'invalid_type':
      return {
        code: 'wrong_type',
        detail: issue.message === wordless ? `Expected ${issue.expected}.` : issue.message,
      }
    case 'too_small':
      return { code: 'too_small', detail: `Expected at least ${amount(issue.minimum, issue.origin)}.` }
    case 'too_big':
      return { code: 'too_big', detail: `Expected at most ${amount(issue.maximum, issue.origin)}.` }
    case 'invalid_value':
      return {
        code: 'not_allowed',
        detail: `Expected one of: ${[...new Set(issue.values.map(String))].join(', ')}.`,
      }
    case 'invalid_format':
      return { code: 'wrong_form', detail: formOf(issue) }
    case 'custom':
    case 'invalid_union':
      return { code: 'not_allowed', detail: issue.message === wordless ? refused : issue.message }
    default:
      return { code: 'not_allowed', detail: refused }
  }
}

/** In the words of the schema, where it has some for a field that is absent. */
const missing = ({ message }: ZodIssue): Pick<FieldError, 'code' | 'detail'> => ({
  code: 'required',
  detail: message === wordless ? 'This field is required.' : message,
})

/** Zod also measures what has the wrong type and a length: such an issue repeats the first. */
const isRepeated = (issue: ZodIssue, issues: readonly ZodIssue[]): boolean =>
  issue.code !== 'invalid_type' &&
  issues.some(
    ({ code, path }) => code === 'invalid_type' && pointerOf(path, '') === pointerOf(issue.path, ''),
  )

/** Zod's issues as field errors, which never hold the value itself. */
export const fieldErrors = (issues: readonly ZodIssue[], raw: unknown, prefix: string): FieldError[] =>
  issues
    .filter(issue => !isRepeated(issue, issues))
    .map(issue => ({
      pointer: pointerOf(issue.path, prefix),
      ...(at(raw, issue.path) === undefined ? missing(issue) : words(issue)),
    }))

const isJson = (contentType: string | undefined): boolean =>
  /^application\/(json|[\w.+-]+\+json)\s*(;|$)/i.test(contentType ?? '')

export const isForm = (contentType: string | undefined): boolean =>
  /^application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType ?? '')

export const readBodyText = (
  { body = '', isBase64Encoded }: MiddlewareRequest['event'],
  { bodyLimitBytes: limit = bodyLimitBytes }: Pick<Route, 'bodyLimitBytes'> = {},
): string => {
  const text = isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body
  if (Buffer.byteLength(text) > limit) throw new Problem('body_too_large', `A body may have ${limit} bytes.`)
  return text
}

/** A field that is sent more than once is a list. */
const readFields = (text: string): Readonly<Record<string, unknown>> => {
  const byName = Map.groupBy(new URLSearchParams(text), ([name]) => name)
  const values = [...byName].map(([name, sent]) => [name, sent.map(([, value]) => value)] as const)
  return Object.fromEntries(
    values.map(([name, [first, ...more]]) => [name, more.length ? [first, ...more] : first]),
  )
}

/** Far more than any body of ours has. What nests deeper than the stack, nobody could write again. */
export const deepestNesting = 100

const isNestedTooDeep = (value: unknown): boolean => {
  let level = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepestNesting) return true
    level = level.flatMap(each => (typeof each === 'object' && each !== null ? Object.values(each) : []))
  }
  return false
}

/** @throws Problem invalid_request */
const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidRequest([{ pointer: '', code: 'invalid_json', detail: 'The body is not well-formed JSON.' }])
  }
}

/** No body at all counts as an empty object, so that its missing fields are named. */
const readBody = (event: MiddlewareRequest['event'], route: Route): unknown => {
  const text = readBodyText(event, route)
  if (text === '') return {}
  if (route.bodyIsForm) return readFields(text)
  if (!isJson(event.headers['content-type']))
    throw new Problem('unsupported_media_type', 'Send the body as application/json.')
  const body = parseJson(text)
  if (isNestedTooDeep(body))
    throw invalidRequest([
      { pointer: '', code: 'too_deep', detail: `Expected at most ${deepestNesting} levels of nesting.` },
    ])
  return body
}

/** No field of a form takes more; what is cut off here, its schema would refuse. */
const formValueLimit = 2000

const readForm = (event: MiddlewareRequest['event']): Record<string, string> => {
  const text = readBodyText(event)
  if (!isForm(event.headers['content-type']))
    throw new Problem('unsupported_media_type', 'Send the form as a browser does.')
  const sent = [...new URLSearchParams(text)]
  return Object.fromEntries(sent.map(([name, value]) => [name, value.slice(0, formValueLimit)]))
}

/** Fetch Metadata, which browsers send and previews of messengers do not: https://www.w3.org/TR/fetch-metadata */
const isNavigation = ({ headers }: MiddlewareRequest['event']): boolean =>
  headers['sec-fetch-dest'] === 'document' && !/prefetch|prerender/.test(headers['sec-purpose'] ?? '')

/** RFC 9110 §12.5.3: an encoding with the weight 0 is refused. */
const acceptsEncoding = (header = '', encoding: string): boolean =>
  new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(header)

const parse = (schema: z.ZodMiniType | undefined, input: () => unknown, prefix: string) => {
  if (!schema) return { raw: undefined, value: undefined, errors: [] }
  const raw = input()
  const result = parseWordless(schema, raw)
  return result.success
    ? { raw, value: result.data, errors: [] }
    : { raw, value: undefined, errors: fieldErrors(result.error.issues, raw, prefix) }
}

/**
 * A filter that is misspelt would answer somebody else's records. Pages, links and the callback of a sign-in take all:
 * messengers and issuers add parameters.
 */
const unknownParameters = ({ access, query, mediaType }: Route, given: object): readonly FieldError[] => {
  if (access === 'public' || mediaType) return []
  const known = Object.keys(query?.shape ?? {})
  const detail = known.length === 0 ? 'Expected none.' : `Expected one of: ${known.join(', ')}.`
  return Object.keys(given)
    .filter(name => !known.includes(name))
    .map(name => ({
      pointer: pointerOf([name.slice(0, 100)], 'query'),
      code: 'unknown',
      detail: `There is no such parameter. ${detail}`,
    }))
}

/**
 * Parses path, query and body by the route's schemas and the action's rule.
 * @throws Problem invalid_request naming every bad field of all of them
 */
export const parseInput = ({ now, random }: Pick<Ports, 'now' | 'random'>): Middleware => ({
  before: ({ event, internal }) => {
    const route = internal.route!
    const params = parse(route.params, () => event.pathParameters ?? {}, 'path')
    const query = parse(route.query, () => event.queryStringParameters ?? {}, 'query')
    const body = parse(route.body, () => readBody(event, route), '')
    const nowMs = now()
    const unknown = unknownParameters(route, event.queryStringParameters ?? {})
    const bySchema = [...params.errors, ...query.errors, ...unknown, ...body.errors]
    const named = new Set(bySchema.map(({ pointer }) => pointer))
    const byRule = internal.rule?.({ params: event.pathParameters ?? {}, body: body.raw, nowMs }) ?? []
    const errors = [...bySchema, ...byRule.filter(({ pointer }) => !named.has(pointer))]
    if (errors.length > 0) throw invalidRequest(errors)
    internal.request = {
      caller: internal.caller,
      params: params.value,
      query: query.value,
      body: body.value,
      form: route.form === true ? readForm(event) : {},
      file: undefined,
      seen: { address: event.requestContext.http.sourceIp, userAgent: event.headers['user-agent'] ?? '' },
      nowMs,
      id: generateId(nowMs, random()),
      isRepeat: false,
      origin: requestOrigin(event),
      isNavigation: isNavigation(event),
      accepts: encoding => acceptsEncoding(event.headers['accept-encoding'], encoding),
      cookies: event.cookies ?? [],
      header: name => event.headers[name],
      prefersAsync: /(^|,)\s*respond-async\s*(,|;|$)/i.test(event.headers.prefer ?? ''),
    } as ActionRequest
  },
})

/**
 * Reads the file of a route whose form has one (`multipart/form-data`, RFC 7578), by the runtime's own parser.
 * Lambda limits its size: 6 MB with all that is around it.
 * @throws Problem unsupported_media_type
 */
export const readFormFile: Middleware = {
  before: async ({ event, internal }) => {
    if (internal.route!.form !== 'file') return
    const { body = '', isBase64Encoded, headers } = event
    const sent = new Response(Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'), {
      headers: { 'content-type': headers['content-type'] ?? '' },
    })
    const form = await sent.formData().catch(() => {
      throw new Problem('unsupported_media_type', 'Send the form as a browser does.')
    })
    const file = [...form.values()].find(value => typeof value !== 'string')
    internal.request = { ...internal.request!, file: file && file.size > 0 ? await file.bytes() : undefined }
  },
}
