import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { pickDeclared } from '../../../shared/http/declared.ts'
import { routes } from '../../../shared/routes.ts'
import { forMany } from '../../support/for-all.ts'
import { drawValue, spoil, withoutUndefined } from './schema-values.ts'

const answers = Object.entries(routes).flatMap(([name, { answers }]) =>
  Object.entries<z.ZodMiniType | null>(answers).flatMap(([status, schema]) =>
    schema ? [[`${name} ${status}`, schema] as const] : [],
  ),
)

const formatFaults = new Set(['invalid_format', 'too_small', 'too_big'])

type Issue = z.core.$ZodIssue

/** Whether nothing is wrong but forms, lengths and ranges. */
const isOfRightTypes = (issues: readonly Issue[]): boolean =>
  issues.every(issue =>
    issue.code === 'invalid_union' ? issue.errors.some(isOfRightTypes) : formatFaults.has(issue.code),
  )

const outcomeOf = (work: () => unknown): string => {
  try {
    return JSON.stringify(work()) ?? 'undefined'
  } catch (error) {
    expect(error).toBeInstanceOf(z.core.$ZodError)
    return 'refused'
  }
}

/** Zod's own outcome; where it objects to a form alone, the value may be picked as well. */
const expectAsZod = (schema: z.ZodMiniType, value: unknown): void => {
  const parsed = z.safeParse(schema, withoutUndefined(value))
  const ours = outcomeOf(() => pickDeclared(schema, value))
  if (parsed.success) expect(ours).toBe(JSON.stringify(parsed.data) ?? 'undefined')
  else if (isOfRightTypes(parsed.error.issues)) expect(ours).not.toContain('SECRET')
  else expect(ours).toBe('refused')
}

describe('of every answer of every route', () => {
  it.each(answers)('%s: what is declared leaves, as zod says it', (_name, schema) => {
    forMany(100)(drawValue(schema), value => {
      expect(z.safeParse(schema, withoutUndefined(value)).success).toBe(true)
      expectAsZod(schema, value)
    })
  })

  it.each(answers)('%s: nothing leaves that lacks a field or has another type', (_name, schema) => {
    forMany(300)(spoil(drawValue(schema)), value => expectAsZod(schema, value))
  })
})

describe('a union', () => {
  const time = z.iso.datetime()
  const word = z.string()

  it.each([
    [
      'its first option, though another fits, too',
      z.union([z.object({ a: word }), z.object({ a: word, b: word })]),
    ],
    [
      'its later option, where the first objects to a form',
      z.union([z.object({ a: time }), z.object({ a: word, b: word })]),
    ],
    [
      'an option of options',
      z.union([z.union([time, z.number()]), z.object({ a: z.union([time, word]) }), word]),
    ],
    [
      'an option by its word',
      z.discriminatedUnion('a', [z.object({ a: z.literal('x'), b: word }), z.object({ a: z.literal('y') })]),
    ],
    [
      'no option, though each has a part',
      z.union([z.object({ a: word, b: z.number() }), z.object({ a: z.number(), b: word })]),
    ],
  ])('leaves as %s', (_name, schema) => {
    const values = [
      { a: 'x', b: 'y', c: 'SECRET' },
      { a: '2026-11-25T22:00:00.000Z', b: 'y' },
      { a: 'y', b: 1, c: 'SECRET' },
      { a: 1, b: 1 },
      '2026-11-25T22:00:00.000Z',
      'text',
      1,
      null,
      undefined,
      [],
      {},
    ]
    for (const value of values) expectAsZod(schema, value)
    forMany(200)(drawValue(schema), value => expectAsZod(schema, value))
    forMany(200)(spoil(drawValue(schema)), value => expectAsZod(schema, value))
  })
})

describe('what zod alone can judge is zod’s', () => {
  it.each<[string, z.ZodMiniType, unknown, unknown]>([
    ['a text that is trimmed', z.object({ a: z.string().check(z.trim()) }), { a: ' x ' }, { a: 'x' }],
    ['a URL', z.object({ a: z.url() }), { a: 'none' }, 'refused'],
    [
      'a rule of its own',
      z.object({ a: z.string().check(z.refine(text => text !== 'x')) }),
      { a: 'x' },
      'refused',
    ],
    ['a number that is made of text', z.object({ a: z.coerce.number() }), { a: '7' }, { a: 7 }],
    ['an object with other fields', z.looseObject({ a: z.string() }), { a: 'x', b: 1 }, { a: 'x', b: 1 }],
    ['an object without other fields', z.strictObject({ a: z.string() }), { a: 'x', b: 1 }, 'refused'],
    [
      'a default within what may be absent',
      z.object({ a: z.optional(z._default(z.string(), 'x')) }),
      {},
      { a: 'x' },
    ],
    ['a value that must be there, whatever it is', z.object({ a: z.unknown() }), {}, 'refused'],
    ['a tuple', z.tuple([z.string(), z.object({})]), ['x', { b: 1 }], ['x', {}]],
  ])('%s', (_name, schema, value, expected) => {
    const said = outcomeOf(() => pickDeclared(schema, value))
    expect(said).toBe(expected === 'refused' ? expected : JSON.stringify(expected))
    expectAsZod(schema, value)
  })
})

it('a form is not looked at, an error names no value', () => {
  const schema = z.object({ at: z.iso.datetime(), n: z.int().check(z.minimum(5)) })
  expect(pickDeclared(schema, { at: 'now', n: 1 })).toEqual({ at: 'now', n: 1 })
  expect(() => pickDeclared(schema, { at: 'now', n: 1.5 })).toThrow(z.core.$ZodError)
})
