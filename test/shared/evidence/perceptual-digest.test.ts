import { describe, expect, it } from 'vitest'
import { reencodeImage } from '../../../shared/evidence/image.ts'
import { isAlike, keyOfDigest, likelyKeys } from '../../../shared/evidence/perceptual-digest.ts'
import { asJpeg, disguises, housePicture } from '../../support/houses.ts'
import { jpegOf, vips, wall } from '../../support/pictures.ts'

const digestOf = (bytes: Uint8Array): string | undefined => {
  const drawn = reencodeImage(vips, bytes)
  if (typeof drawn === 'string') throw new Error(drawn)
  return drawn.digest
}

/** Whether one is found where the other is kept. */
const finds = (one = '', kept = ''): boolean =>
  likelyKeys(one).includes(keyOfDigest(kept)) && isAlike(one, kept)

const numbers = [...Array(12).keys()]
const houses = numbers.map(number => housePicture(number))
const kept = houses.map(picture => digestOf(asJpeg(picture)))

describe('a photo is found again', () => {
  it.each(Object.keys(disguises))('%s, and is so when that came first', name => {
    const disguised = houses.map(picture => digestOf(disguises[name]!(picture)))
    expect(disguised.filter((digest, index) => !finds(digest, kept[index]))).toEqual([])
    expect(disguised.filter((digest, index) => !finds(kept[index], digest))).toEqual([])
  })
})

describe('is not found as another:', () => {
  it('a photo of another house', () => {
    const taken = kept.flatMap(one => kept.filter(other => other !== one && finds(one, other)))
    expect(taken).toEqual([])
  })

  it('another photo of the same house, from a step aside', () => {
    const seconds = [1, 2, 3].flatMap(view =>
      numbers.filter(number => finds(digestOf(asJpeg(housePicture(number, view))), kept[number])),
    )
    expect(seconds).toEqual([])
  })

  it('a picture without shapes, which has no digest', () => {
    for (const bytes of [jpegOf(640, 480), wall(640, 480).jpegsaveBuffer({ Q: 40 })])
      expect(digestOf(bytes)).toBeUndefined()
  })
})

it('is looked for by eight keys', () => {
  for (const digest of kept) {
    expect(digest).toMatch(/^[0-9a-f]{16}(?:[01][0-9a-f]){3}$/)
    expect(new Set(likelyKeys(digest!)).size).toBe(8)
  }
})
