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

it('draws secrets of 256 bits that never repeat, of letters and digits', () => {
  const secrets = Array.from({ length: 20_000 }, generateSecret)
  expect(new Set(secrets).size).toBe(20_000)
  const counts = new Map<string, number>()
  for (const secret of secrets) {
    expect(secret).toMatch(/^[0-9A-Za-z]{43}$/)
    for (const letter of secret) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  }
  // Each is as frequent as any other: 13,871 times, give or take six deviations of 117.
  expect(counts.size).toBe(62)
  for (const count of counts.values()) expect(Math.abs(count - (20_000 * 43) / 62)).toBeLessThan(700)
})

it('draws tokens that name whose they are, after 256 bits', () => {
  const [access, session] = [generateAccessToken('live-1'), generateSessionToken('auth0|ọ̀')]
  expect(access).toMatch(/^[0-9A-Za-z]{43}live-1$/)
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
