import type { Route } from '../../shared/http/contract/route.ts'
import { routes } from '../../shared/routes.ts'
import { yesOrNo } from '../../shared/verification/contract/employment.ts'
import { statedOfAnyText, statedReasons } from '../properties/stated-reasons.ts'
import { deref, deviationFrom, operationOf, type Parameter } from '../support/document.ts'
import type { HostileRequest } from './corpus.ts'
import type { WireAnswer } from './wire.ts'

/* Whether a request was judged as the document says: what it allows is taken, or refused for a reason that it states. */

const isNumber = (text: string): boolean => /^-?(0|[1-9]\d*)$/.test(text)

/** A parameter as its text is to be understood. */
const read = ({ schema }: Parameter, text: string): unknown =>
  (schema as { type?: string }).type === 'integer' && isNumber(text) ? Number(text) : text

/** One that comes twice is not allowed, nor that one is missing which has to be there. */
const allowsQuery = ({ parameters }: ReturnType<typeof operationOf>, path: string): boolean => {
  const given = new URL(path, 'http://localhost').searchParams
  const declared = parameters.map(deref).filter(one => one.in === 'query')
  return declared.every(one => {
    const [text, ...more] = given.getAll(one.name)
    if (text === undefined) return !one.required
    return more.length === 0 && deviationFrom(one.schema, read(one, text), 'open') === undefined
  })
}

/** No field lies deeper; a body that goes deeper would overflow the stack. */
const deepestField = 10

/** What the document calls a yes: it tells the other ways to write a yes or a no in words. */
const documentedYes = new Map<string, unknown>([
  ['currentlyEmployed', 'yes'],
  ['rehire', true],
  ['employerConsented', true],
])

const isYesOrNo = (name: string, value: unknown): boolean =>
  documentedYes.has(name) && (yesOrNo as readonly unknown[]).includes(value)

/** A body as it is understood: without the spaces around its texts and, where `isLenient`, without what stands for an absent field. */
const understood = (value: unknown, isLenient: boolean, depth = 0): unknown => {
  if (typeof value === 'string') return value.trim()
  if (typeof value !== 'object' || value === null || depth > deepestField) return value
  const inner = (part: unknown): unknown => understood(part, isLenient, depth + 1)
  if (Array.isArray(value)) return value.map(inner)
  const fields = Object.entries(value).map(
    ([name, part]) => [name, isYesOrNo(name, part) ? documentedYes.get(name) : inner(part)] as const,
  )
  return Object.fromEntries(fields.filter(([, part]) => !(isLenient && (part === '' || part === null))))
}

const allowsBody = ({ requestBody }: ReturnType<typeof operationOf>, body: string | undefined): boolean => {
  const schema = requestBody?.content['application/json']?.schema
  if (schema === undefined || body === undefined) return true
  const given: unknown = JSON.parse(body)
  // The guide of errors says what else an optional field may hold.
  return [false, true].some(
    isLenient => deviationFrom(schema, understood(given, isLenient), 'open') === undefined,
  )
}

/** Spaces alone stand for nothing in an optional text; a field of another type does not take them. */
const isBlankAt = (body: string | undefined, pointer: string): boolean => {
  const value = pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((inside, name) => (inside as Record<string, unknown>)?.[name], JSON.parse(body ?? '{}'))
  return typeof value === 'string' && value !== '' && value.trim() === ''
}

/** The schemas count characters, the service what UTF-16 has for them; a half of a pair is no character. */
const isBeyondSchema = (body = ''): boolean => /[\ud800-\udfff]|\\ud[89a-f]/.test(body)

/** What is declared nowhere. */
const unknownQuery = /^query\/.* unknown$/s
/** Of an endpoint's events null stands for all, of an object for none; an empty text is neither. */
const emptyText = /^\/(events|visit|attestation|unreached|visit\/(neighbor|business)) wrong_type$/

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
  const isAllowed = allowsQuery(operation, path) && allowsBody(operation, body)
  if (!isAllowed) return status === 400 ? undefined : `was taken: ${status}`
  if (status !== 400) return undefined
  const { errors = [] } = JSON.parse(text) as { readonly errors?: readonly FieldError[] }
  const unstated = errors
    .filter(({ pointer }) => !isBlankAt(body, pointer))
    .map(({ pointer, code }) => `${pointer} ${code}`)
    .filter(error => ![unknownQuery, emptyText, ...statedReasons].some(form => form.test(error)))
    .filter(error => !(isBeyondSchema(body) && statedOfAnyText.test(error)))
  return errors.length > 0 && unstated.length === 0 ? undefined : `refused for ${unstated.join(', ') || text}`
}
