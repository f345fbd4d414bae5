import { expect, it } from 'vitest'
import { purposes } from '../../../shared/link/link.ts'
import { readLinkToken, signLinkToken } from '../../../shared/link/token.ts'

const link = {
  purpose: 'applicant',
  organisationId: Number.MAX_SAFE_INTEGER,
  mode: 'live',
  verificationId: 889_012_345_678_901,
  number: 20,
  endsAtSeconds: 1_800_000_000,
} as const
const key = 'k'.repeat(64)
const token = signLinkToken(link, key)

it('says again what it was made from, for every purpose and both modes', () => {
  expect(readLinkToken(token, key)).toEqual(link)
  for (const purpose of ['attest', 'applicant', 'documents'] as const)
    for (const mode of ['test', 'live'] as const)
      expect(readLinkToken(signLinkToken({ ...link, purpose, mode }, key), key)).toEqual({
        ...link,
        purpose,
        mode,
      })
})

it('is nothing under another key', () => {
  expect(readLinkToken(token, `${key}x`)).toBeUndefined()
})

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

it('is nothing with any character changed into any other', () => {
  for (let at = 0; at < token.length; at++)
    for (const letter of alphabet.replace(token[at]!, ''))
      expect(readLinkToken(token.slice(0, at) + letter + token.slice(at + 1), key)).toBeUndefined()
})

it('is written in one way only', () => {
  const others = [
    token.slice(1),
    token.slice(0, -1),
    `${token}A`,
    `${token}=`,
    ` ${token}`,
    `${token}\n`,
    token.replaceAll('-', '+').replaceAll('_', '/'),
    '',
    'x',
    'ä'.repeat(52),
  ].filter(each => each !== token)
  for (const other of others) expect(readLinkToken(other, key), other).toBeUndefined()
  // The standard alphabet of base64 decodes to the same bytes.
  const signed = Array.from({ length: 99 }, (_, number) => signLinkToken({ ...link, number }, key))
  const swapped = signed.filter(each => /[-_]/.test(each))
  expect(swapped.length).toBeGreaterThan(50)
  for (const each of swapped)
    expect(readLinkToken(each.replaceAll('-', '+').replaceAll('_', '/'), key)).toBeUndefined()
})

it('fits with the longest host into 200 characters of URL', () => {
  const host = 'https://abcdefghij.execute-api.ap-southeast-7.amazonaws.com'
  for (const { path } of Object.values(purposes))
    expect(`${host}${path}/${token}`.length).toBeLessThanOrEqual(130)
})
