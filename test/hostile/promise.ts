import type { Route } from '../../shared/http/contract/route.ts'
import { routes } from '../../shared/routes.ts'
import { statedOfAnyText, statedReasons } from '../properties/stated-reasons.ts'
import { deref, deviationFrom, operationOf, type Parameter } from '../support/document.ts'
import type { HostileRequest } from './corpus.ts'
import type { WireAnswer } from './wire.ts'

/* Whether a request was judged as the document says: what it allows is taken, or refused for a reason that it states. */

const isNumber = (text: string): boolean => /^-?(0|[1-9]\d*)$/.test(text)

/** A parameter as its text is to be understood. */
const read = ({ schema }: Parameter, text: string): unknown =>
  (schema as { type?: string }).type === 'integer' && isNumber(text) ? Number(text) : text

/** One that comes twice is not allowed. */
const allowsQuery = ({ parameters }: ReturnType<typeof operationOf>, path: string): boolean => {
  const given = new URL(path, 'http://localhost').searchParams
  const declared = parameters.map(deref).filter(one => one.in === 'query' && given.has(one.name))
  return declared.every(one => {
    const [text, ...more] = given.getAll(one.name)
    return more.length === 0 && deviationFrom(one.schema, read(one, text!), 'open') === undefined
  })
}

const allowsBody = ({ requestBody }: ReturnType<typeof operationOf>, body: string | undefined): boolean => {
  const schema = requestBody?.content['application/json']?.schema
  return (
    schema === undefined ||
    body === undefined ||
    deviationFrom(schema, JSON.parse(body), 'open') === undefined
  )
}

/** The schemas count characters, the service what UTF-16 has for them; a half of a pair is no character. */
const isBeyondSchema = (body = ''): boolean => /[\ud800-\udfff]|\\ud[89a-f]/.test(body)

/** What is declared nowhere. */
const unknownQuery = /^query\/.* unknown$/s

interface FieldError {
  readonly pointer: string
  readonly code: string
}

/** What is wrong with how it was judged; nothing, if all is well. */
export const misjudgementOf = (
  { action, path, body }: HostileRequest,
  { status, text }: WireAnswer,
): string | undefined => {
  const operation = operationOf(routes[action] as Route)
  if (!allowsQuery(operation, path) || !allowsBody(operation, body))
    return status === 400 ? undefined : `was taken: ${status}`
  if (status !== 400) return undefined
  const { errors = [] } = JSON.parse(text) as { readonly errors?: readonly FieldError[] }
  const unstated = errors
    .map(({ pointer, code }) => `${pointer} ${code}`)
    .filter(error => ![unknownQuery, ...statedReasons].some(form => form.test(error)))
    .filter(error => !(isBeyondSchema(body) && statedOfAnyText.test(error)))
  return errors.length > 0 && unstated.length === 0 ? undefined : `refused for ${unstated.join(', ') || text}`
}
