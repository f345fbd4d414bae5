import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readIdNumber } from '../../../shared/http/contract/reading.ts'
import { idNumberRule, isWellFormed } from '../../../shared/identity/id-number.ts'
import {
  findIdentityProduct,
  type IdentityProduct,
  identityProducts,
} from '../../../shared/identity/products.ts'
import { forMany } from '../../support/for-all.ts'

const wellFormed: [IdentityProduct, string, string][] = [
  ['nin', '63184876213', '63184876213'],
  ['nin', ' 6318 4876 213 ', '63184876213'],
  ['nin', '\u202a63184876213\u202c', '63184876213'],
  ['nin-premium', '6318-4876-213', '63184876213'],
  ['driver-license', 'ABC12345AA12', 'ABC12345AA12'],
  ['driver-license', 'abc-12345-aa-12', 'ABC12345AA12'],
  ['driver-license', 'LSR 12345 AA1', 'LSR12345AA1'],
  ['driver-license', 'KAN12345678901', 'KAN12345678901'],
  ['alien-card', '123456', '123456'],
  ['alien-card', '123 456 789', '123456789'],
  ['passport', 'A1234567', 'A1234567'],
  ['passport', 'ak 0123456', 'AK0123456'],
  ['passport', 'BK000102', 'BK000102'],
  // Well-formed by what vendors publish, and their samples.
  ...['A00000000', 'A12345678', 'C0123456', 'BK123456', 'ABC123456', '12345678'].map(
    (number): [IdentityProduct, string, string] => ['passport', number, number],
  ),
  ...['ABC000000000', 'AAA00000AA00', 'FKJ494A2133', 'GGE03AC12345', 'ABC123456', 'ABC123456789012'].map(
    (number): [IdentityProduct, string, string] => ['driver-license', number, number],
  ),
  ['driver-license', 'ABC-00000-AA00', 'ABC00000AA00'],
  ['nin', '６３１８４８７６２１３', '63184876213'],
]

const illFormed: Partial<Record<IdentityProduct, readonly string[]>> = {
  nin: ['', '6318487621', '631848762134', '6318487621A', '٦٣١٨٤٨٧٦٢١٣', '63184876213\u0000'],
  'nin-premium': ['6318.4876.213'],
  'driver-license': [
    'AB12345AA12',
    '12345678901',
    'ABC1234',
    'ABC1234567890123',
    'ABC12345',
    'ßB12345AA12',
    'ABC12345AA1_',
  ],
  'alien-card': ['12345', '1234567890', 'A123456'],
  passport: ['A12345', 'A123456789', 'A1234.567', 'ı1234567', 'ß1234567'],
}
const illFormedRows = Object.entries(illFormed).flatMap(([product, numbers]) =>
  numbers.map(number => [product as IdentityProduct, number] as const),
)

describe('A caller who looks up a number', () => {
  test.each(wellFormed)('of %s as "%s" is understood as %s', (product, raw, normalised) => {
    expect(isWellFormed(findIdentityProduct(product).number, raw)).toBe(true)
    expect(readIdNumber(raw)).toBe(normalised)
  })

  test.each(illFormedRows)('of %s as "%s" is refused', (product, raw) => {
    expect(isWellFormed(findIdentityProduct(product).number, raw)).toBe(false)
  })

  test.each(identityProducts)('of $name can follow the example of the error message', ({ number }) => {
    expect(isWellFormed(number, number.example)).toBe(true)
    expect(readIdNumber(number.example)).toBe(number.example)
    expect(number.name).not.toBe('')
    expect(number.words).toMatch(/digits/)
  })

  test('in the path is told what such a number looks like, and not which they sent', () => {
    const { number } = findIdentityProduct('nin')
    const judged = (params: object) =>
      idNumberRule({ number, parameter: 'nin' })({ params, body: undefined, nowMs: 0 } as never)
    const detail = `A ${number.name} has ${number.words}, as in ${number.example}.`
    expect(judged({ nin: '63184876213' })).toEqual([])
    for (const params of [{ nin: '6318487621' }, {}])
      expect(judged(params)).toEqual([{ pointer: 'path/nin', code: 'wrong_form', detail }])
  })

  test('gets the same normal form again, and only capital letters and digits when it is well-formed', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(...'aB1 -0\u200b') }),
    )
    forMany(500)(fc.constantFrom(...identityProducts), text, ({ number }, raw) => {
      const normal = readIdNumber(raw)
      expect(readIdNumber(normal)).toBe(normal)
      expect(isWellFormed(number, normal)).toBe(isWellFormed(number, raw))
      if (isWellFormed(number, raw)) expect(normal).toMatch(/^[A-Z\d]+$/)
    })
  })
})

test.each(identityProducts.map(product => [product.name, product] as const))(
  'is refused in words with the right article: %s',
  (name, product) => {
    const articles: Readonly<Record<string, string>> = {
      nin: 'A National Identification Number (NIN) has',
      'nin-premium': 'A National Identification Number (NIN) has',
      'driver-license': 'A driver’s licence number has',
      'alien-card': 'An alien card number has',
      passport: 'A passport number has',
    }
    const [error] = idNumberRule(product)({ params: { [product.parameter]: '?' }, body: {}, nowMs: 0 })
    expect(error!.detail.slice(0, articles[name]!.length)).toBe(articles[name])
  },
)
