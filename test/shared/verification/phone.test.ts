import { expect, it } from 'vitest'
import { foldPhone, internationalForm } from '../../../shared/verification/phone.ts'

it.each([
  ['08031234567', '+2348031234567'],
  ['0803 123 4567', '+2348031234567'],
  ['+234 803 123 4567', '+2348031234567'],
  ['+234 (0) 803-123-4567', '+2348031234567'],
  ['234.803.123.4567', '+2348031234567'],
  ['00234 8031234567', '+2348031234567'],
  ['009234 8031234567', '+2348031234567'],
  ['8031234567', '+2348031234567'],
  ['07012345678', '+2347012345678'],
  ['09112345678', '+2349112345678'],
  ['+254 712 345678', '+254712345678'],
  ['+44 20 7946 0018', '+442079460018'],
])('a message to %j goes to %s', (written, sent) => {
  expect(internationalForm(written)).toBe(sent)
})

it.each([
  // A landline, one digit too few, one too many, no country, no number of a country that there is.
  '+234 1 234 5678',
  '0803123456',
  '080312345678',
  '0712 345 678',
  '+012345678',
  '+1234567890123456',
  '++2348031234567',
  'undefined',
  '',
])('no message can go to %j', written => {
  expect(internationalForm(written)).toBeUndefined()
})

it('is one person’s in every spelling, and never that of a number abroad with the same last digits', () => {
  const own = ['08031234567', '0803 123 4567', '+234 803 123 4567', '+234 (0)803 123 4567', '234803-1234567']
  expect(new Set(own.map(foldPhone))).toEqual(new Set(['+2348031234567']))
  expect(foldPhone('+1 803 123 4567')).toBe('+18031234567')
  expect(foldPhone('ext. 12')).toBe('12')
})
