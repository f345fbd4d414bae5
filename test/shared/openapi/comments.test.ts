import { describe, expect, it } from 'vitest'
import { readComment, splitNull } from '../../../shared/openapi/comment-text.ts'
import { withComments } from '../../../shared/openapi/comments.ts'
import { findDescription, findParameter, operationComments } from '../../../shared/openapi/texts.ts'
import { AttemptList, Webhook } from '../../../shared/webhook/contract.ts'
import { EndpointEvent } from '../../../shared/event/contract.ts'
import { Attempt } from '../../../shared/event/attempt-contract.ts'
import { CaseFile } from '../../../shared/case/contract.ts'

const fieldsOf = (schema: Parameters<typeof findDescription>[0]) => findDescription(schema)!.fields

describe('a doc comment', () => {
  it.each([
    [
      'a constant',
      '/** One. */\nexport const a = f(1)',
      '/** One. */\nexport const a = keep(f(1), "One.", true, {  })',
    ],
    [
      'a property',
      'const a = { /** One. */ b: c }',
      'const a = { /** One. */ b: keep(c, "One.", false, {  }) }',
    ],
    ['a name', 'const a = { /** One. */ b }', 'const a = { /** One. */ b: keep(b, "One.", false, {  }) }'],
    [
      'a link',
      '/** Of {@link b}. */\nconst a = c',
      '/** Of {@link b}. */\nconst a = keep(c, "Of {@link b}.", true, { b: () => b })',
    ],
  ])('of %s goes with its value', (_, code, made) => {
    expect(withComments('a.ts', code)).toBe(made)
  })

  it.each([
    '// One.\nconst a = 1',
    '/* One. */\nconst a = 1',
    '/** One. */\ntype A = 1',
    'const a = { /** One. */ ...b }',
  ])('is of no value: %s', code => {
    expect(withComments('a.ts', code)).toBe(code)
  })

  it('has words, an example and what else is told by a tag', () => {
    const text =
      'When it ended.\nNull\nbefore.\n\nMore.\n@costs Nothing\nat all. @property data The lines.\n@example ["a"]'
    expect(readComment({ text, isConstant: true })).toEqual({
      isConstant: true,
      words: ['When it ended. Null before.', 'More.'],
      example: ['a'],
      properties: { data: 'The lines.' },
      tags: { costs: 'Nothing at all.' },
    })
  })

  it.each([
    ['When. Null before.', 'When.', 'Null before.'],
    ['Whether null.', 'Whether null.', undefined],
    ['Null is refused.', '', 'Null is refused.'],
  ])('says at its end when a field is null: %s', (words, meaning, whenNull) => {
    expect(splitNull(words)).toEqual({ meaning, whenNull })
  })
})

describe('what a field means is read', () => {
  it('beside it, with its example and when it is null', () => {
    expect(fieldsOf(CaseFile).decidedBy).toEqual({
      meaning: 'Who decided it.',
      whenNull: 'Null where nobody did.',
      example: 'reviewer-1',
    })
  })

  it('of a field that another object has, too, where it was declared', () => {
    const [events] = [CaseFile.shape.events.def.element.shape.deliveries.def.element]
    expect(fieldsOf(events).attempt).toEqual(fieldsOf(Attempt).attempt)
  })

  it('of a field that means something else there, where it stands again', () => {
    expect(fieldsOf(EndpointEvent.shape.data).id).toEqual({
      meaning: 'The id of the endpoint.',
      whenNull: undefined,
      example: 890123456789030,
    })
  })

  it('of the list in a page, in what is said of the page', () => {
    expect(fieldsOf(AttemptList)).toMatchObject({
      data: { meaning: 'The attempts of this page.' },
      nextCursor: { meaning: 'What to send as `cursor` for the next page, with the same filter.' },
    })
  })

  it('of an object from the constant that is one, not from a field that holds it', () => {
    expect(findDescription(Webhook.shape.health)!.meaning).toBe('How deliveries to an endpoint go.')
    expect(fieldsOf(Webhook).health!.meaning).toBe('How deliveries go.')
  })

  it('of a parameter, and of an operation from the nearest comment on', () => {
    expect(findParameter('getIdentityReceipt', 'id')!.meaning).toBe('The id of the look-up.')
    expect(findParameter('getAddressReceipt', 'id')!.meaning).toContain('verification')
    const [own, common] = operationComments('disputeAddress')
    expect([own!.tags, common!.tags.costs]).toEqual([
      { events: 'address.verification_updated' },
      'Nothing. A revision charges nothing and refunds nothing.',
    ])
  })
})
