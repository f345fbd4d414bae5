import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import {
  generateAccessToken,
  generateSecret,
  generateSessionToken,
  isSameDigest,
  parseClientId,
  parsePersonId,
  portalTokenDigest,
  sha256Digest,
  tokenSeconds,
} from '../../../shared/account/credential.ts'

it('draws secrets of 256 bits that never repeat', () => {
  const secrets = Array.from({ length: 1000 }, generateSecret)
  expect(new Set(secrets).size).toBe(1000)
  for (const secret of secrets) expect(secret).toMatch(/^[\w-]{43}$/)
})

it('draws tokens that name whose they are, after 256 bits', () => {
  const [access, session] = [generateAccessToken('live-1'), generateSessionToken('auth0|ọ̀')]
  expect(access).toMatch(/^[\w-]{43}live-1$/)
  expect(session).toMatch(/^[\w-]+$/)
  expect([parseClientId(access), parsePersonId(session)]).toEqual(['live-1', 'auth0|ọ̀'])
  expect(tokenSeconds).toBe(2 * 3600)
})

it('keeps a portal’s token by another digest than an access token', () => {
  expect(portalTokenDigest('one')).toBe(sha256Digest('portal one'))
})

it('keeps a secret by its SHA-256 digest', () => {
  const digest = createHash('sha256').update('ọ̀rọ̀').digest('base64url')
  expect(sha256Digest('ọ̀rọ̀')).toBe(digest)
  expect(sha256Digest('')).toBe('47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU')
})

it.each([
  ['the same', sha256Digest('one'), sha256Digest('one'), true],
  ['another', sha256Digest('one'), sha256Digest('two'), false],
  ['a shorter one', sha256Digest('one'), sha256Digest('one').slice(0, -1), false],
  ['none', sha256Digest('one'), '', false],
])('compares a digest with %s', (_what, a, b, isSame) => {
  expect([isSameDigest(a, b), isSameDigest(b, a)]).toEqual([isSame, isSame])
})
