import { describe, expect, it } from 'vitest'
import { formatDistance } from '../../../shared/location/position.ts'
import {
  createTimeFormats,
  formatNumberIn,
  localeOfHeader,
  parseLocalTime,
  readerLocale,
} from '../../../shared/texts/format.ts'

/** A Sunday evening in Lagos, and Monday already in Nairobi. */
const at = '2026-11-22T21:41:05.000Z'

/** Browsers write narrow spaces. */
const plain = (text: string): string => text.replaceAll(/[\u202f\u00a0]/g, ' ')

describe('how somebody reads', () => {
  it.each([
    ['en-GB', 'en-GB'],
    ['en-US', 'en-US'],
    ['yo-NG', 'en-NG'],
    ['sw', 'en-TZ'],
    ['sw-KE', 'en-KE'],
    ['de', 'en-DE'],
    // Their customs are not known in English: the British ones, and not the American ones.
    ['pt-BR', 'en-GB'],
    ['not a language', 'en-GB'],
    [undefined, 'en-GB'],
  ])('%j is in English words as at home: %s', (language, locale) => {
    expect(readerLocale(language)).toBe(locale)
  })

  it.each([
    ['en-US,en;q=0.9', 'en-US'],
    [' de-CH ; q=0.8, en', 'en-CH'],
    ['*', 'en-GB'],
    ['', 'en-GB'],
    [undefined, 'en-GB'],
    [`${'x-'.repeat(5000)}`, 'en-GB'],
  ])('%j of a request is %s', (header, locale) => {
    expect(localeOfHeader(header)).toBe(locale)
  })
})

describe('a time', () => {
  const written = (locale: string, minutesAhead?: number) => {
    const formats = createTimeFormats({
      locale,
      ...(minutesAhead !== undefined && { minutesAhead: () => minutesAhead }),
    })
    return plain([formats.formatDateTime(at), formats.formatDateTime(at, 'ke')].join(' | '))
  }

  it('is that of the place, and says so to those whose clock is another', () => {
    expect(written('en-GB')).toBe('Sun 22 Nov, 22:41 | Mon 23 Nov, 00:41')
    expect(written('en-GB', 60)).toBe('Sun 22 Nov, 22:41 | Mon 23 Nov, 00:41 EAT')
    expect(written('en-US', 180)).toBe('Sun, Nov 22, 10:41 PM WAT | Mon, Nov 23, 12:41 AM')
    expect(written('en-DE', 540)).toBe('Sun, 22 Nov, 22:41 WAT | Mon, 23 Nov, 00:41 EAT')
  })

  it('is to the second, with its clock, for those who compare logs; a day alone is of the place, too', () => {
    const { formatExactTime, formatLongDay, formatDay } = createTimeFormats({ locale: 'en-GB' })
    expect(formatExactTime(at)).toBe('Sun 22 Nov, 22:41:05 WAT')
    expect(formatExactTime(at, 'ke')).toBe('Mon 23 Nov, 00:41:05 EAT')
    expect([formatLongDay(at), formatLongDay(at, 'ke')]).toEqual(['22 November 2026', '23 November 2026'])
    expect(formatDay(at)).toBe('Sun 22 Nov')
  })

  it('that somebody writes is of the place as well', () => {
    expect(parseLocalTime('2026-11-22T22:41').toISOString()).toBe('2026-11-22T21:41:00.000Z')
    expect(parseLocalTime('2026-11-23T00:41', 'ke').toISOString()).toBe('2026-11-22T21:41:00.000Z')
  })
})

it('a number has the points of its reader, and as many digits as it has', () => {
  expect(formatNumberIn('en-GB', 12_500.5)).toBe('12,500.5')
  expect(formatNumberIn('en-DE', 12_500.5)).toBe('12.500,5')
  expect([formatDistance(85.4), formatDistance(1400), formatDistance(1400, 'en-DE')]).toEqual([
    '85 m',
    '1.4 km',
    '1,4 km',
  ])
})
