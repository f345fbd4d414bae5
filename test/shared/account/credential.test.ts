import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { digestOf, drawSecret, isSameDigest } from '../../../shared/account/credential.ts'

it('draws secrets of 256 bits that never repeat', () => {
  const secrets = Array.from({ length: 1000 }, drawSecret)
  expect(new Set(secrets).size).toBe(1000)
  for (const secret of secrets) expect(secret).toMatch(/^[\w-]{43}$/)
})

it('keeps a secret by its SHA-256 digest', () => {
  const digest = createHash('sha256').update('ọ̀rọ̀').digest('base64url')
  expect(digestOf('ọ̀rọ̀')).toBe(digest)
  expect(digestOf('')).toBe('47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU')
})

it.each([
  ['the same', digestOf('one'), digestOf('one'), true],
  ['another', digestOf('one'), digestOf('two'), false],
  ['a shorter one', digestOf('one'), digestOf('one').slice(0, -1), false],
  ['none', digestOf('one'), '', false],
])('compares a digest with %s', (_what, a, b, isSame) => {
  expect([isSameDigest(a, b), isSameDigest(b, a)]).toEqual([isSame, isSame])
})
