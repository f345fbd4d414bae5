import { describe, expect, it } from 'vitest'
import { photoLimitBytes } from '../../../shared/evidence/contract.ts'
import { type ReencodedImage, reencodeImage } from '../../../shared/evidence/image.ts'
import { segmentsOf, withMetadata } from '../../support/exif.ts'
import {
  animatedWebp,
  asPixelsWrite,
  asSamsungsWrite,
  eachPixelOf,
  endedEarly,
  executable,
  halfDestroyed,
  hundredMegapixels,
  inColour,
  inPrintersInks,
  jpegOf,
  jpegThatSays,
  pngOf,
  pngThatSays,
  shortProfile,
  transparentPng,
  vips,
  wall,
  webpOf,
  withJfif,
  withProfile,
} from '../../support/pictures.ts'

const canary = 'Canary-4711'
const drawn = (bytes: Uint8Array): ReencodedImage => {
  const picture = reencodeImage(vips, bytes)
  if (typeof picture === 'string') throw new Error(picture)
  return picture
}
const refusalOf = (bytes: Uint8Array): string => {
  const picture = reencodeImage(vips, bytes)
  return typeof picture === 'string' ? picture : 'stored'
}
const sidesOf = (bytes: Uint8Array): readonly number[] => {
  using image = vips.Image.newFromBuffer(bytes)
  return [image.width, image.height]
}
/** All that the library knows about a file beside what every picture has. */
const fieldsOf = (bytes: Uint8Array): readonly string[] => {
  using image = vips.Image.newFromBuffer(bytes)
  const names = image.getFields()
  return [...Array(names.size()).keys()]
    .map(index => names.get(index)!)
    .filter(name => /exif|xmp|iptc|icc|comment|orientation/.test(name))
}
const cutOff = (bytes: Uint8Array): Uint8Array => bytes.subarray(0, bytes.length / 2)
const padded = (bytes: Uint8Array, length: number): Uint8Array =>
  Buffer.concat([bytes, Buffer.alloc(length - bytes.length)])
/** Start, JFIF, tables, frame: what a JPEG needs to be one. */
const bare = /^(e0|db|c0|c4)$/

describe('a photo', () => {
  it.each([
    ['JPEG', jpegOf],
    ['PNG', pngOf],
    ['WebP', webpOf],
  ])('in %s is shown as a JPEG of at most 2000 pixels, with a thumbnail of 320', (_name, make) => {
    const { photo, thumbnail, width, height } = drawn(make(2400, 1800))
    expect([width, height]).toEqual([2000, 1500])
    expect([sidesOf(photo), sidesOf(thumbnail)]).toEqual([
      [2000, 1500],
      [320, 240],
    ])
    for (const bytes of [photo, thumbnail])
      expect(segmentsOf(bytes).filter(name => !bare.test(name))).toEqual([])
    expect(photo.length).toBeLessThan(1_000_000)
  })

  it('keeps its size if it is smaller', () => {
    expect(drawn(jpegOf(640, 480))).toMatchObject({ width: 640, height: 480 })
  })

  it('carries nothing of where, when and by what it was taken', () => {
    const taken = withMetadata(jpegOf(640, 480), { canary })
    expect(Buffer.from(taken).includes(canary)).toBe(true)
    expect(fieldsOf(taken)).toEqual(expect.arrayContaining(['exif-data', 'xmp-data']))
    expect(fieldsOf(taken).filter(name => /gps/i.test(name) || /ifd3/.test(name))).not.toEqual([])
    const { photo, thumbnail } = drawn(taken)
    for (const bytes of [photo, thumbnail]) {
      expect(Buffer.from(bytes).includes('Canary')).toBe(false)
      expect(fieldsOf(bytes)).toEqual([])
      expect(segmentsOf(bytes).filter(name => !bare.test(name))).toEqual([])
    }
  })

  it('is shown upright', () => {
    const taken = withMetadata(jpegOf(640, 480), { canary, orientation: 6 })
    const { photo, thumbnail, width, height } = drawn(taken)
    expect([width, height, sidesOf(photo), sidesOf(thumbnail)]).toEqual([480, 640, [480, 640], [240, 320]])
  })

  it('loses what stands behind its end, be it an archive, a page or a script', () => {
    const script = '<html><script>alert(1)</script></html>'
    for (const rest of [`PK\x03\x04${'zip'.repeat(50)}`, script, `*/=${canary};/*`]) {
      const { photo } = drawn(Buffer.concat([jpegOf(640, 480), Buffer.from(rest, 'latin1')]))
      expect(Buffer.from(photo).includes(rest)).toBe(false)
      expect(Buffer.from(photo.subarray(-2)).toString('hex')).toBe('ffd9')
    }
  })

  it('shows white where one could see through it', () => {
    expect(new Set(eachPixelOf(drawn(transparentPng()).photo))).toEqual(new Set([255]))
  })

  it('shows the first picture of an animation', () => {
    const { photo, width, height } = drawn(animatedWebp())
    expect([width, height, new Set(eachPixelOf(photo))]).toEqual([200, 150, new Set([0])])
  })

  it('in printers’ inks becomes one for screens', () => {
    using image = vips.Image.newFromBuffer(drawn(inPrintersInks()).photo)
    expect([image.bands, image.interpretation]).toEqual([3, 'srgb'])
  })

  it.each([
    ['of newer telephones', inColour('p3', true)],
    ['of screens, which it names', inColour('srgb', true)],
    ['of screens, which it does not name', inColour('srgb', false)],
  ])('in the colours %s shows the same ones', (_name, bytes) => {
    using image = vips.Image.newFromBuffer(drawn(bytes).photo)
    const means = [0, 1, 2].map(band => image.extractBand(band).avg())
    for (const [index, wanted] of [200, 60, 40].entries())
      expect(Math.abs(means[index]! - wanted)).toBeLessThan(3)
  })

  it('in greys becomes one in colours', () => {
    using image = vips.Image.newFromBuffer(drawn(vips.Image.black(400, 300).jpegsaveBuffer()).photo)
    expect([image.bands, image.interpretation]).toEqual([3, 'srgb'])
  })

  it('drawn twice is the same to the byte, so that doing it again harms nothing', () => {
    const taken = jpegOf(1200, 900)
    expect(Buffer.from(drawn(taken).photo).equals(drawn(taken).photo)).toBe(true)
  })
})

describe('is refused:', () => {
  it.each([
    ['a program named .jpg', executable(), 'photo_not_an_image'],
    [
      'a page',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"/>'),
      'photo_not_an_image',
    ],
    ['an archive', Buffer.from(`PK\x03\x04${'zip'.repeat(50)}`), 'photo_not_an_image'],
    ['a GIF', vips.Image.black(300, 200).gifsaveBuffer(), 'photo_not_an_image'],
    ['nothing', Buffer.alloc(0), 'photo_not_an_image'],
    ['the beginning of a JPEG alone', Buffer.from('ffd8ffe0', 'hex'), 'photo_unreadable'],
    ['a JPEG that was cut off', cutOff(jpegOf(1200, 900)), 'photo_unreadable'],
    ['a JPEG that ends early and says so', endedEarly(jpegOf(1200, 900)), 'photo_unreadable'],
    ['52 megapixels in 7 KB', jpegThatSays(8192, 6144), 'photo_unreadable'],
    ['12 megapixels in 60 KB', padded(jpegThatSays(4000, 3000), 59_999), 'photo_unreadable'],
    ['a PNG without its pixels', pngThatSays(4000, 3000), 'photo_unreadable'],
    ['a pixel', jpegOf(1, 1), 'photo_unreadable'],
    ['11 MB', padded(jpegOf(640, 480), 11_000_000), 'photo_too_large'],
    ['a header that says 100 megapixels', pngThatSays(10_000, 10_000), 'photo_too_large'],
    ['100 megapixels of nothing', hundredMegapixels(), 'photo_too_large'],
    ['a line of 20,000 pixels', pngThatSays(20_000, 100), 'photo_too_large'],
  ])('%s', (_name, bytes, refusal) => {
    expect(reencodeImage(vips, bytes)).toBe(refusal)
  })

  it('a photo of one byte more than is taken, and not of as many', () => {
    expect(reencodeImage(vips, padded(jpegOf(640, 480), photoLimitBytes + 1))).toBe('photo_too_large')
    expect(drawn(padded(jpegOf(640, 480), photoLimitBytes)).width).toBe(640)
  })
})

it.each([
  ['JPEG of quality 10', wall(3000, 2000).jpegsaveBuffer({ Q: 10 })],
  [
    'JPEG of quality 40 with tables of its own',
    wall(3000, 2000).jpegsaveBuffer({ Q: 40, optimize_coding: true }),
  ],
  ['progressive JPEG', wall(3000, 2000).jpegsaveBuffer({ Q: 40, interlace: true })],
  ['WebP', wall(3000, 2000).webpsaveBuffer({ Q: 40, effort: 2 })],
  ['PNG', wall(3000, 2000).pngsaveBuffer()],
])('takes a wall without a grain, as light as a photo can be: %s', (_name, bytes) => {
  expect(drawn(bytes).width).toBe(2000)
})

const taken = jpegOf(1200, 900)
const against = [
  ['Samsung’s scans', asSamsungsWrite(taken)],
  ['Pixel’s bytes before a table', asPixelsWrite(taken)],
  ['both', asPixelsWrite(asSamsungsWrite(taken))],
  ['JFIF 0.00', withJfif(taken, '0000')],
  ['JFIF 2.01', withJfif(taken, '0201')],
  ['a profile that ends early', withProfile(taken, shortProfile())],
  ['a profile that is none', withProfile(taken, Buffer.alloc(300, 'A'))],
] as const

describe.each(against)('what some telephones write against the norm: %s', (_name, bytes) => {
  it('is taken, and nothing of it is lost', () => {
    expect(Buffer.from(drawn(bytes).photo).equals(drawn(taken).photo)).toBe(true)
  })

  it('hides no damage, of this photo or of the next one', () => {
    for (const broken of [...halfDestroyed(bytes), ...halfDestroyed(taken)]) {
      expect(drawn(bytes).width).toBe(1200)
      expect(refusalOf(broken)).toBe('photo_unreadable')
    }
    expect(drawn(taken).width).toBe(1200)
  })
})

it('a photo that is cut at any byte of its header is refused, and throws nothing', () => {
  const whole = asPixelsWrite(withJfif(asSamsungsWrite(jpegOf(320, 240)), '0000'))
  const scan = whole.indexOf('ffda', 0, 'hex')
  for (let length = 3; length < scan + 20; length++)
    expect(refusalOf(whole.subarray(0, length)), `${length}`).toBe('photo_unreadable')
  for (let size = 0; size < 12; size++) {
    const written = Buffer.from(whole)
    written.writeUInt16BE(size, scan + 2)
    refusalOf(written)
    refusalOf(written.subarray(0, scan + 2 + size))
  }
})

it('bytes between two scans are what is left of pixels, and are refused', () => {
  const progressive = Buffer.from(wall(1200, 900).jpegsaveBuffer({ Q: 85, interlace: true }))
  expect(drawn(progressive).width).toBe(1200)
  const second = progressive.indexOf('ffda', progressive.indexOf('ffda', 0, 'hex') + 2, 'hex')
  const parted = [progressive.subarray(0, second), Buffer.alloc(18, 7), progressive.subarray(second)]
  expect(refusalOf(Buffer.concat(parted))).toBe('photo_unreadable')
})

it('goes on after whatever was refused', () => {
  expect(reencodeImage(vips, cutOff(jpegOf(1200, 900)))).toBe('photo_unreadable')
  expect(drawn(jpegOf(1200, 900)).width).toBe(1200)
})
