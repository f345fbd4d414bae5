import { describe, expect, it } from 'vitest'
import { reencodeImage } from '../../../shared/evidence/image.ts'
import { isAlike, keyOfDigest, likelyKeys } from '../../../shared/evidence/perceptual-digest.ts'
import { asJpeg, disguises, housePicture } from '../../support/houses.ts'
import { jpegOf, vips, wall } from '../../support/pictures.ts'

const digestsOf = (bytes: Uint8Array): readonly string[] => {
  const drawn = reencodeImage(vips, bytes)
  if (typeof drawn === 'string') throw new Error(drawn)
  return drawn.digests
}

/** Whether one is found where the other is kept. */
const finds = (one: readonly string[], [kept]: readonly string[]): boolean =>
  likelyKeys(one).includes(keyOfDigest(kept!)) && isAlike(one, kept!)

const numbers = [...Array(12).keys()]
const houses = numbers.map(number => housePicture(number))
const kept = houses.map(picture => digestsOf(asJpeg(picture)))

describe('a photo is found again', () => {
  it.each(Object.keys(disguises))('%s, and is so when that came first', name => {
    const disguised = houses.map(picture => digestsOf(disguises[name]!(picture)))
    expect(disguised.filter((digests, index) => !finds(digests, kept[index]!))).toEqual([])
    expect(disguised.filter((digests, index) => !finds(kept[index]!, digests))).toEqual([])
  })
})

describe('is not found as another:', () => {
  it('a photo of another house', () => {
    const taken = kept.flatMap(one => kept.filter(other => other !== one && finds(one, other)))
    expect(taken).toEqual([])
  })

  it('another photo of the same house, from a step aside', () => {
    const taken = numbers.filter(number => finds(digestsOf(asJpeg(housePicture(number, 1))), kept[number]!))
    expect(taken).toEqual([])
  })

  it('a picture without shapes, which has no digest', () => {
    for (const bytes of [jpegOf(640, 480), wall(640, 480).jpegsaveBuffer({ Q: 40 })])
      expect(digestsOf(bytes)).toEqual([])
  })
})

it('is looked for by some sixty keys, of 31 windows at most', () => {
  for (const digests of kept) {
    expect(likelyKeys(digests).length).toBeLessThanOrEqual(93)
    expect(digests.length).toBeLessThanOrEqual(31)
    expect(digests.every(each => /^[0-9a-f]{16}[01][0-9a-f][01][0-9a-f]$/.test(each))).toBe(true)
  }
})
