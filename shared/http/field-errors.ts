import type * as z from 'zod/mini'
import type { FieldError } from './contract/problem.ts'

type Issue = z.core.$ZodIssue

const at = (raw: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], raw)

/** A JSON pointer (RFC 6901) into the body, or `path/name`, `query/name`. */
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

/** What zod says where a schema has no words of its own. */
const wordless = 'Invalid input'
const refused = 'The value is not one that is accepted here.'

const formOf = ({ message, format }: Extract<Issue, { code: 'invalid_format' }>): string =>
  message === wordless ? (formats[format] ?? 'The value does not have the expected form.') : message

const words = (issue: Issue): Pick<FieldError, 'code' | 'detail'> => {
  switch (issue.code) {
    case 'invalid_type':
      return { code: 'wrong_type', detail: `Expected ${issue.expected}.` }
    case 'too_small':
      return { code: 'too_small', detail: `Expected at least ${amount(issue.minimum, issue.origin)}.` }
    case 'too_big':
      return { code: 'too_big', detail: `Expected at most ${amount(issue.maximum, issue.origin)}.` }
    case 'invalid_value':
      return { code: 'not_allowed', detail: `Expected one of: ${issue.values.join(', ')}.` }
    case 'invalid_format':
      return { code: 'wrong_form', detail: formOf(issue) }
    case 'custom':
      return { code: 'not_allowed', detail: issue.message === wordless ? refused : issue.message }
    default:
      return { code: 'not_allowed', detail: refused }
  }
}

const missing = { code: 'required', detail: 'This field is required.' }

/** Zod goes on to measure what is of a wrong type and has a length: a text in a list's place may be too long, too. */
const isBeside = (issue: Issue, issues: readonly Issue[]): boolean =>
  issue.code !== 'invalid_type' &&
  issues.some(
    ({ code, path }) => code === 'invalid_type' && pointerOf(path, '') === pointerOf(issue.path, ''),
  )

/** Zod's issues in our words: a pointer, a code and a sentence each, never the value itself. */
export const fieldErrors = (issues: readonly Issue[], raw: unknown, prefix: string): FieldError[] =>
  issues
    .filter(issue => !isBeside(issue, issues))
    .map(issue => ({
      pointer: pointerOf(issue.path, prefix),
      ...(at(raw, issue.path) === undefined ? missing : words(issue)),
    }))
