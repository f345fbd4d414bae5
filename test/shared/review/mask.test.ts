import { expect, it } from 'vitest'
import { initialsOf, maskRecipient, maskStart } from '../../../shared/review/mask.ts'

it.each([
  ['order-4711', '…711'],
  ['711', '…'],
  ['', '…'],
])('shows the end of %j', (text, shown) => {
  expect(maskStart(text)).toBe(shown)
})

it('shows initials, of whole characters', () => {
  expect(initialsOf('Ngozi', ' adeyemi')).toBe('N. a.')
  expect(initialsOf('𝒩gozi', '')).toBe('𝒩. .')
})

it.each([
  ['ngozi.adeyemi@letters.example', 'n…@letters.example'],
  ['a@b.example', 'a…@b.example'],
  ['"a@b"@c.example', '"…@c.example'],
  ['+2348031234567', '…567'],
])('shows where %s was sent, and not to whom', (to, shown) => {
  expect(maskRecipient(to)).toBe(shown)
})
