import { describe, expect, it } from 'vitest'
import { parseRetryAfter } from '../../../shared/http/retry-after.ts'

const now = new Date('2026-11-20T12:00:00.500Z')

describe('a Retry-After header', () => {
  it.each([
    ['0', 0],
    [' 30 ', 30],
    ['86400', 86_400],
    ['86401', 86_400],
    ['9'.repeat(400), 86_400],
    ['Fri, 20 Nov 2026 12:01:00 GMT', 60],
    ['Friday, 20-Nov-26 12:01:00 GMT', 60],
    ['Fri Nov 20 12:01:00 2026', 60],
    ['Sun Nov  1 12:01:00 2026', 0],
    ['Sat, 21 Nov 2026 18:00:00 GMT', 86_400],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ])('of %j asks for %i seconds', (header, seconds) => expect(parseRetryAfter(header, now)).toBe(seconds))

  it.each([
    undefined,
    '',
    '-1',
    '1.5',
    '1e3',
    '0x10',
    'soon',
    '20 26',
    '５',
    '2026-11-20T12:01:00Z',
    'Fri, 99 Xyz 2026 12:01:00 GMT',
  ])('of %j asks for nothing', header => expect(parseRetryAfter(header, now)).toBeUndefined())
})
