import { crc32, deflateSync } from 'node:zlib'
import Vips from 'wasm-vips'
import { openVips } from '../../functions/evidence/vips.ts'

/* Photos and what pretends to be one, made in the test: none lies in the repository. */

/** The library with every writer; `openVips` blocks readers alone. */
export const vips = await openVips(Vips)

/** Something with edges and grain, as a street has. */
const scene = (width: number, height: number) =>
  vips.Image.xyz(width, height)
    .linear([0.05, 0.07], [0, 0])
    .bandjoin(vips.Image.gaussnoise(width, height, { mean: 128, sigma: 4, seed: 7 }))
    .cast('uchar')
    .copy({ interpretation: 'srgb' })

/** Drawn once for each size: all of one size are alike. */
const drawnOnce = (draw: (width: number, height: number) => Uint8Array) => {
  const drawn = new Map<string, Uint8Array>()
  return (width: number, height: number): Uint8Array => {
    const size = `${width}x${height}`
    const bytes = drawn.get(size) ?? draw(width, height)
    drawn.set(size, bytes)
    return bytes.slice()
  }
}

export const jpegOf = drawnOnce((width, height) => scene(width, height).jpegsaveBuffer({ Q: 85 }))
export const pngOf = drawnOnce((width, height) => scene(width, height).pngsaveBuffer({ compression: 1 }))
export const webpOf = drawnOnce((width, height) => scene(width, height).webpsaveBuffer({ Q: 80, effort: 0 }))

/** Through half of which one sees. */
export const transparentPng = (): Uint8Array =>
  vips.Image.black(200, 150, { bands: 4 }).copy({ interpretation: 'srgb' }).pngsaveBuffer()

/** Two pictures, the first black and the second white. */
export const animatedWebp = (): Uint8Array => {
  const frame = vips.Image.black(200, 150, { bands: 3 }).copy({ interpretation: 'srgb' })
  return vips.Image.arrayjoin([frame, frame.linear(1, 255).cast('uchar')], { across: 1 }).webpsaveBuffer({
    page_height: 150,
    lossless: true,
  })
}

/** A plain wall without a grain: no photo of its size is lighter. */
export const wall = (width: number, height: number) =>
  vips.Image.black(width, height, { bands: 3 }).linear(1, 230).cast('uchar').copy({ interpretation: 'srgb' })

export const inPrintersInks = (): Uint8Array =>
  vips.Image.black(400, 300, { bands: 4 }).copy({ interpretation: 'cmyk' }).jpegsaveBuffer()

/** One colour, in the space of newer telephones or in that of screens; named in the file, or not. */
export const inColour = (profile: 'p3' | 'srgb', isNamed: boolean): Uint8Array => {
  using screen = vips.Image.black(400, 300, { bands: 3 }).linear([1, 1, 1], [200, 60, 40])
  using colour = screen.cast('uchar').copy({ interpretation: 'srgb' })
  using converted = colour.iccTransform(profile, { input_profile: 'srgb' })
  return converted.jpegsaveBuffer({ Q: 95, keep: isNamed ? 'icc' : 'none' })
}

/** A hundred megapixels of nothing in some hundred kilobytes. */
export const hundredMegapixels = (): Uint8Array =>
  vips.Image.black(10_000, 10_000, { bands: 3 }).copy({ interpretation: 'srgb' }).pngsaveBuffer()

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A PNG whose header says any size, with next to nothing behind it. */
export const pngThatSays = (width: number, height: number): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(100))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const startOf = (jpeg: Uint8Array, marker: string): number => Buffer.from(jpeg).indexOf(marker, 'hex')

/** A JPEG of a few kilobytes whose header says any size. */
export const jpegThatSays = (width: number, height: number): Buffer => {
  const jpeg = Buffer.from(jpegOf(320, 240))
  const frame = startOf(jpeg, 'ffc0')
  jpeg.writeUInt16BE(height, frame + 5)
  jpeg.writeUInt16BE(width, frame + 7)
  return jpeg
}

/** Half of a JPEG, which says itself that it ends there. */
export const endedEarly = (jpeg: Uint8Array): Buffer =>
  Buffer.concat([jpeg.subarray(0, jpeg.length / 2), Buffer.from('ffd9', 'hex')])

const withBytesAt = (jpeg: Uint8Array, at: number, bytes: Uint8Array): Buffer =>
  Buffer.concat([jpeg.subarray(0, at), bytes, jpeg.subarray(at)])

/** With the spectral selection that Samsung's telephones write into each photo, which means nothing there. */
export const asSamsungsWrite = (jpeg: Uint8Array): Buffer => {
  const written = Buffer.from(jpeg)
  written[startOf(jpeg, 'ffda') + 12] = 0
  return written
}

/** With the bytes that Pixels leave before their tables. */
export const asPixelsWrite = (jpeg: Uint8Array): Buffer =>
  withBytesAt(jpeg, startOf(jpeg, 'ffdb'), Buffer.alloc(18, 7))

/** With a header of JFIF, of a version such as `0000`. */
export const withJfif = (jpeg: Uint8Array, version: string): Buffer =>
  withBytesAt(jpeg, 2, Buffer.from(`ffe000104a46494600${version}00000100010000`, 'hex'))

/** With a profile of colours that ends too early, is none, or is damaged within. */
export const withProfile = (jpeg: Uint8Array, profile: Uint8Array): Buffer => {
  const segment = Buffer.concat([
    Buffer.from('ffe20000', 'hex'),
    Buffer.from('ICC_PROFILE\0\x01\x01'),
    profile,
  ])
  segment.writeUInt16BE(segment.length - 2, 2)
  return withBytesAt(jpeg, startOf(jpeg, 'ffdb'), segment)
}

/** The beginning of a profile, as a file has it that lost the rest. */
export const shortProfile = (): Uint8Array => {
  const named = Buffer.from(inColour('p3', true))
  return named.subarray(startOf(named, Buffer.from('ICC_PROFILE').toString('hex')) + 14).subarray(0, 140)
}

/** Half of a JPEG, and zeros of 4 KiB in its middle. */
export const halfDestroyed = (jpeg: Uint8Array): readonly Buffer[] => {
  const written = Buffer.from(jpeg)
  written.fill(0, jpeg.length >> 1, (jpeg.length >> 1) + 4096)
  return [endedEarly(jpeg), written]
}

/** The beginning of a program for Linux. */
export const executable = (): Buffer =>
  Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01\0', 'latin1'), Buffer.alloc(4096, 0x90)])

export const eachPixelOf = (bytes: Uint8Array): Uint8Array =>
  vips.Image.newFromBuffer(bytes).writeToMemory() as Uint8Array
