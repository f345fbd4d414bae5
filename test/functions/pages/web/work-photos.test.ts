import { describe, expect, it } from 'vitest'
import { findDoubt, measureLight } from '../../../../functions/pages/web/work/capture/light.ts'
import { describeUnreadable } from '../../../../functions/pages/web/work/capture/picture-file.ts'
import { describeProgress } from '../../../../functions/pages/web/work/queue/progress.ts'

/** A picture of greys, as a canvas gives it. @param shares of its pixels by their luma */
const pictureOf = (shares: Readonly<Record<number, number>>, size = 1000): Uint8ClampedArray =>
  new Uint8ClampedArray(
    Object.entries(shares).flatMap(([luma, share]) =>
      Array.from({ length: share * size }, () => [Number(luma), Number(luma), Number(luma), 255]).flat(),
    ),
  )

const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, letter => letter.charCodeAt(0))

describe('a file that the browser cannot read', () => {
  it.each([
    ['HEIC of a phone', '\0\0\0\x18ftypheic', /^“gate\.x” is a HEIC photo.* Save it as JPEG/],
    ['HEIF of any brand', '\0\0\0\x1cftypmif1', /is a HEIC photo/],
    ['a film', '\0\0\0\x18ftypisom', /is no photo that this browser can read\. Choose another one/],
    ['half of a JPEG', '\xff\xd8\xff\xe0\0\x10JFIF\0\x01', /is broken, or too large for this phone\. Choose/],
    ['half of a PNG', '\x89PNG\r\n\x1a\n\0\0\0\r', /is broken/],
    ['half of a WebP', 'RIFF\n\0\0\0WEBP', /is broken/],
    ['a JPEG of three bytes', '\xff\xd8\xff', /is broken/],
    ['a document', '%PDF-1.7\n%\xe2\xe3', /is no photo/],
    ['nothing', '', /^“gate\.x” is empty\. It may lie in the cloud still/],
    ['what cannot be opened', undefined, /^“gate\.x” cannot be opened\. It may lie in the cloud still/],
  ])('%s is named, with what to do', (_, start, words) => {
    expect(describeUnreadable('gate.x', start === undefined ? undefined : bytesOf(start))).toMatch(words)
  })
})

describe('the light of a photo', () => {
  it('is measured as mean and spread of its luma', () => {
    expect(measureLight(pictureOf({ 0: 0.5, 200: 0.5 }))).toEqual({
      mean: expect.closeTo(100, 6),
      spread: expect.closeTo(100, 6),
    })
    const green = new Uint8ClampedArray([0, 255, 0, 255])
    expect(measureLight(green)).toEqual({ mean: expect.closeTo(182.376, 3), spread: expect.closeTo(0, 3) })
  })

  it.each([
    ['a covered lens in the dark', { 0: 0.7, 6: 0.3 }, 'black'],
    ['a street at night without a lamp', { 2: 0.9, 30: 0.1 }, 'black'],
    ['a finger on the lens by day', { 120: 0.5, 130: 0.5 }, 'plain'],
    ['a white sheet', { 255: 1 }, 'plain'],
    ['a street at night with a lamp', { 3: 0.96, 220: 0.04 }, undefined],
    ['a white wall with a window', { 230: 0.9, 60: 0.1 }, undefined],
    ['a street by day', { 30: 0.2, 90: 0.3, 150: 0.3, 220: 0.2 }, undefined],
  ] as const)('says of %s what there is to doubt', (_, shares, doubt) => {
    expect(findDoubt(measureLight(pictureOf(shares)))).toBe(doubt)
  })
})

describe('photos on their way', () => {
  const startedAtMs = Date.parse('2026-11-27T09:00:00.000Z')
  const after = (seconds: number, sentBytes: number, totalBytes = 1_600_000) =>
    describeProgress({ sentBytes, totalBytes, startedAtMs }, startedAtMs + seconds * 1000)

  it('are counted in megabytes, and in minutes as soon as their pace is known', () => {
    expect(after(0, 0)).toBe('0.0 MB of 1.6 MB')
    expect(after(4.9, 300_000)).toBe('0.3 MB of 1.6 MB')
    expect(after(60, 400_000)).toBe('0.4 MB of 1.6 MB, about 3 min left')
    expect(after(60, 1_000_000)).toBe('1.0 MB of 1.6 MB, less than a minute left')
    expect(after(600, 100_000)).toBe('0.1 MB of 1.6 MB, about 3 h left')
  })

  it('are counted in kilobytes where they have less than a tenth of a megabyte', () => {
    expect(after(0, 0, 40_300)).toBe('0 kB of 41 kB')
    expect(after(1, 1200, 99_999)).toBe('2 kB of 100 kB')
    expect(after(1, 0, 100_000)).toBe('0.0 MB of 0.1 MB')
  })

  it('have no time that is left while nothing has gone out', () => {
    expect(after(600, 0)).toBe('0.0 MB of 1.6 MB')
  })
})
