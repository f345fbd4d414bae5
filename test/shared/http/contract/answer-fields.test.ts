import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { named, nullable, reserved, textOrEmpty } from '../../../../shared/http/contract/text.ts'

const Answer = z.object({
  endedAt: nullable(z.string()),
  comment: textOrEmpty,
  later: reserved(z.string()),
})
type AnswerInput = z.input<typeof Answer>

interface Stored {
  readonly endedAt?: string
  readonly comment?: string
}
const stored: Stored = { comment: 'a' }

it('asks whoever makes an answer for each of its fields, but for what is reserved', () => {
  // @ts-expect-error: nobody fills `endedAt`.
  const forgotten: AnswerInput = { comment: 'a' }
  // @ts-expect-error: nobody fills `comment`.
  const silent: AnswerInput = { endedAt: 'now' }
  expect(z.parse(Answer, forgotten)).toEqual({ endedAt: null, comment: 'a', later: null })
  expect(z.parse(Answer, silent)).toEqual({ endedAt: 'now', comment: '', later: null })
})

it('takes what a record may lack for named, and what it never has for forgotten', () => {
  const told: AnswerInput = { ...named(stored) }
  expect(z.parse(Answer, told)).toEqual({ endedAt: null, comment: 'a', later: null })
  expect(named(stored)).toBe(stored)
  // @ts-expect-error: no record has `endedAt`.
  const forgotten: AnswerInput = { ...named<Pick<Stored, 'comment'>>(stored) }
  expect(forgotten).toEqual(stored)
})
