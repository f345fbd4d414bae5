import { expect, it } from 'vitest'
import { digestSourceAddress } from '../../../shared/http/serve.ts'

const noonMs = Date.parse('2026-11-20T12:00:00.000Z')
const dayMs = 86_400_000

it('tells the calls of one address in one day from all others, and not the address', () => {
  process.env.SOURCE_ADDRESS_KEY = 'arn:aws:kms:us-east-1:111122223333:key/one'
  const digest = digestSourceAddress('192.0.2.1', noonMs)
  expect(digest).toMatch(/^[\w-]{16}$/)
  expect(digestSourceAddress('192.0.2.1', noonMs + dayMs / 4)).toBe(digest)
  const others = [digestSourceAddress('192.0.2.2', noonMs), digestSourceAddress('192.0.2.1', noonMs + dayMs)]
  expect(new Set([digest, ...others]).size).toBe(3)
})
