import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import Vips from 'wasm-vips'
import { openVips } from '../../../functions/evidence/vips.ts'
import { refusals } from '../../../shared/evidence/contract.ts'
import { type ImageLibrary, reencodeImage } from '../../../shared/evidence/image.ts'
import {
  asPixelsWrite,
  asSamsungsWrite,
  inColour,
  inPrintersInks,
  jpegOf,
  pngOf,
  shortProfile,
  vips,
  webpOf,
  withJfif,
  withProfile,
} from '../../support/pictures.ts'
import { isNightly } from '../../support/tier.ts'

const jpeg = jpegOf(320, 240)
const jpegWith = (options: object): Uint8Array => {
  using image = vips.Image.newFromBuffer(jpeg)
  return image.jpegsaveBuffer({ Q: 90, ...options })
}

const photos: Readonly<Record<string, Uint8Array>> = {
  jpeg,
  progressive: jpegWith({ interlace: true }),
  itsOwnTables: jpegWith({ optimize_coding: true }),
  restarts: jpegWith({ restart_interval: 8 }),
  samsung: asSamsungsWrite(jpeg),
  pixel: asPixelsWrite(jpeg),
  jfif0: withJfif(jpeg, '0000'),
  shortProfile: withProfile(jpeg, shortProfile()),
  noProfile: withProfile(jpeg, Buffer.alloc(300, 'A')),
  p3: inColour('p3', true),
  inks: inPrintersInks(),
  png: pngOf(160, 120),
  webp: webpOf(320, 240),
}

type Damage = (bytes: Buffer, at: number, other: number, length: number) => Buffer

const damages = {
  none: bytes => bytes,
  cut: (bytes, at) => bytes.subarray(0, at),
  endedEarly: (bytes, at) => Buffer.concat([bytes.subarray(0, at), Buffer.from('ffd9', 'hex')]),
  zeros: (bytes, at, _, length) => {
    bytes.subarray(at, at + length).fill(0)
    return bytes
  },
  swapped: (bytes, at, other, length) => {
    const [one, two] = [at, other].map(start => Buffer.from(bytes.subarray(start, start + length)))
    one!.copy(bytes, other)
    two!.copy(bytes, at)
    return bytes
  },
} as const satisfies Record<string, Damage>

/** In thousandths of a file. */
const place = fc.noBias(fc.nat(1000))

const draws = fc.record({
  photo: fc.constantFrom(...Object.keys(photos)),
  damage: fc.constantFrom(...(Object.keys(damages) as (keyof typeof damages)[])),
  at: place,
  other: place,
  length: fc.integer({ min: 1, max: 4096 }),
})

type Draw = typeof draws extends fc.Arbitrary<infer Each> ? Each : never

const fileOf = ({ photo, damage, at, other, length }: Draw): Buffer => {
  const bytes = Buffer.from(photos[photo]!)
  const [start, second] = [at, other].map(part => Math.floor((part * bytes.length) / 1000))
  return damages[damage](bytes, start!, second!, length)
}

/** Which picture comes of it, or why none. */
const verdictOf = (library: ImageLibrary, file: Uint8Array): string => {
  const image = reencodeImage(library, file)
  return typeof image === 'string' ? image : createHash('sha256').update(image.photo).digest('hex')
}

/** To open a library for each draw would take hours. */
const libraries = isNightly ? 10 : 1
const drawsOfEach = isNightly ? 200 : 100

it.each(Array.from({ length: libraries }, (_, index) => index + 1))(
  `says of a file what it says of it alone, and throws nothing: ${drawsOfEach} draws, fresh library %i of ${libraries}`,
  async () => {
    const fresh = await openVips(Vips)
    const said: string[] = []
    fc.assert(
      fc.property(draws, draws, (before, drawn) => {
        reencodeImage(vips, fileOf(before))
        const file = fileOf(drawn)
        const verdict = verdictOf(vips, file)
        reencodeImage(fresh, jpeg)
        expect(verdictOf(fresh, file)).toBe(verdict)
        const kind = refusals.find(each => each === verdict) ?? 'stored'
        if (drawn.damage === 'none') expect(kind).toBe('stored')
        said.push(kind)
      }),
      { numRuns: drawsOfEach },
    )
    expect(said).toEqual(expect.arrayContaining(['stored', 'photo_unreadable']))
  },
)
