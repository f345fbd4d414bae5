import { expect, it } from 'vitest'
import { countSmsParts, toGsmText } from '../../../../shared/link/message/compose.ts'

it.each([
  ['a'.repeat(160), 1],
  ['a'.repeat(161), 2],
  ['a'.repeat(306), 2],
  ['a'.repeat(307), 3],
  ['€'.repeat(80), 1],
  ['€'.repeat(81), 2],
  ['ọ'.repeat(70), 1],
  ['ọ'.repeat(71), 2],
  ['ọ'.repeat(134), 2],
  ['ọ'.repeat(135), 3],
  ['😀'.repeat(35), 1],
  ['😀'.repeat(36), 2],
])('counts the parts of %j', (text, parts) => {
  expect(countSmsParts(text)).toBe(parts)
})

it('leaves out marks and what the alphabet has no letter for', () => {
  expect(toGsmText('Ẹlẹ́kọ̀ọ́  Bánkì’s “first” مصرف')).toBe("Elekoo Banki's first")
})
