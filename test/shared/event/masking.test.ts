import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { Envelope } from '../../../shared/event/contract.ts'
import { maskValue } from '../../../shared/event/envelope.ts'
import { type Mask, masked, unmasked } from '../../../shared/http/contract/mask.ts'
import { forAll } from '../../support/for-all.ts'
import hidden from './hidden.json' with { type: 'json' }
import { leavesOf } from './leaves.ts'

const as = (mask: Mask, value: unknown) => maskValue(masked(mask, z.string()), value)

describe('a mask', () => {
  it.each([
    ['initials', 'Ngozi Ada', 'N*** A***'],
    ['initials', "O'Neil-Adéyemi", 'O***'],
    ['initials', 'Ibrahim  Musa', 'I***  M***'],
    ['initials', '', ''],
    ['last-four', '08031234567', '****4567'],
    ['last-four', '+234 803 000 1111', '****1111'],
    ['last-four', '12345', '****'],
    ['last-four', '', ''],
    ['mailbox', 'ngozi@mail.example', 'n***@mail.example'],
    ['mailbox', 'no mail address', 'n***'],
    ['mailbox', '', ''],
    ['date-form', '1990-04-12', '****-**-**'],
    ['shown', 'as it is', 'as it is'],
  ] as const)('%s makes of "%s" "%s"', (mask, text, expected) => expect(as(mask, text)).toBe(expected))

  it('for texts hides what is no text', () => {
    expect(as('initials', 5)).toBeNull()
    expect(as('last-four', { number: '08031234567' })).toBeNull()
  })
})

describe('what is masked by a schema', () => {
  const Person = z.object({ firstname: masked('initials', z.string()), note: z.string() })
  const cases: readonly (readonly [string, z.core.$ZodType, unknown, unknown])[] = [
    ['a leaf that says nothing', z.string(), 'secret', null],
    ['a number that says nothing', z.number(), 5, null],
    ['a leaf of a kind that nobody foresaw', z.record(z.string(), z.string()), { a: 'secret' }, null],
    ['an object', Person, { firstname: 'Ngozi', note: 'x' }, { firstname: 'N***', note: null }],
    [
      'an object that is shown',
      unmasked(z.object({ a: z.string(), b: Person })),
      { a: 'x', b: { firstname: 'Ngozi', note: 'x' } },
      { a: 'x', b: { firstname: 'N***', note: 'x' } },
    ],
    ['a field that it does not declare', Person, { firstname: 'Ngozi', street: 'x' }, { firstname: 'N***' }],
    ['a list', z.array(Person), [{ firstname: 'Ngozi', note: 'x' }], [{ firstname: 'N***', note: null }]],
    ['nothing', z.nullable(Person), null, null],
    ['a nullable', z.nullable(masked('initials', z.string())), 'Ngozi', 'N***'],
    ['a mask around a nullable', masked('initials', z.nullable(z.string())), 'Ngozi', 'N***'],
    ['an optional', z.optional(Person), { note: 'x' }, { note: null }],
    ['a pipe', z.pipe(z.string(), unmasked(z.string())), 'x', 'x'],
    [
      'a union',
      z.union([z.object({ a: z.string() }), z.object({ b: unmasked(z.string()) })]),
      { b: 'x' },
      { b: 'x' },
    ],
    ['no member of a union', z.union([z.object({ a: unmasked(z.string()) })]), { b: 'x' }, null],
  ]
  it.each(cases)('%s', (_, schema, value, expected) => expect(maskValue(schema, value)).toEqual(expected))

  it('shows no text that no field declares, however deep it stands', () => {
    const wrap = (schema: z.core.$ZodType, depth: number): z.core.$ZodType =>
      depth === 0 ? schema : z.object({ level: z.array(z.nullable(wrap(schema, depth - 1))) })
    const nest = (value: unknown, depth: number): unknown =>
      depth === 0 ? value : { level: [nest(value, depth - 1)] }
    forAll(fc.stringMatching(/^[a-z]{3,20}$/), fc.nat(4), (text, depth) => {
      expect(maskValue(wrap(z.string(), depth), nest(text, depth))).toEqual(nest(null, depth))
    })
  })
})

/** A field that is added stands in hidden.json, or says how it is shown. */
it('every leaf of every event says how it is masked, or is known to be hidden', () => {
  const found = leavesOf(Envelope).filter(([, mask]) => mask === 'hidden')
  expect([...new Set(found.map(([path]) => path))].sort()).toEqual(hidden)
})
