import { describe, expect, it } from 'vitest'
import { findDoubt, measureLight } from '../../../../functions/pages/web/work/capture/light.ts'

/** A picture of greys, as a canvas gives it. @param shares of its pixels by their luma */
const pictureOf = (shares: Readonly<Record<number, number>>, size = 1000): Uint8ClampedArray =>
  new Uint8ClampedArray(
    Object.entries(shares).flatMap(([luma, share]) =>
      Array.from({ length: share * size }, () => [Number(luma), Number(luma), Number(luma), 255]).flat(),
    ),
  )

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
