import type Vips from 'wasm-vips'
import { photoLimitBytes, type Refusal } from './contract.ts'

export type ImageLibrary = typeof Vips

/** A re-encoded photo: JPEG, upright, sRGB, without metadata. */
export interface ReencodedImage {
  readonly photo: Uint8Array
  readonly thumbnail: Uint8Array
  readonly width: number
  readonly height: number
}

/** Magic bytes of JPEG, PNG, WebP. */
const beginsAsTaken = (bytes: Uint8Array): boolean => {
  const beginning = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (beginning.startsWith('RIFF')) return beginning.endsWith('WEBP')
  return beginning.startsWith('\xff\xd8\xff') || beginning.startsWith('\x89PNG\r\n\x1a\n')
}

/** 50 megapixels of phones are at most 8192 × 6144. */
const areaLimit = 52_000_000
const longestSide = 16_384
const shortestSide = 100

const shownSide = 2000
const thumbnailSide = 320

/** Whether the library refuses the file; out of memory is a fault of ours. */
const isVerdict = (error: unknown): boolean => {
  const { message } = error as { readonly message?: unknown }
  return Array.isArray(message) && message[0] === 'vips::Error' && !/memory/.test(`${message[1]}`)
}

const sizeOf = (vips: ImageLibrary, bytes: Uint8Array): readonly [number, number] => {
  using image = vips.Image.newFromBuffer(bytes)
  return [image.width, image.height]
}

const problemOf = (vips: ImageLibrary, bytes: Uint8Array): Refusal | undefined => {
  if (bytes.length > photoLimitBytes) return 'photo_too_large'
  if (!beginsAsTaken(bytes)) return 'photo_not_an_image'
  const [width, height] = sizeOf(vips, bytes)
  if (width * height > areaLimit || Math.max(width, height) > longestSide) return 'photo_too_large'
  return Math.min(width, height) < shortestSide ? 'photo_unreadable' : undefined
}

/** Scales while decoding and applies the orientation; an animation gives its first picture. The loader stops at the first error, truncation included. */
const shrunk = (vips: ImageLibrary, bytes: Uint8Array, side: number) =>
  vips.Image.thumbnailBuffer(bytes, side, {
    height: side,
    size: 'down',
    output_profile: 'srgb',
    option_string: '[fail_on=error]',
  })

/** No EXIF, XMP, comment or profile; transparent pixels become white. */
const jpegOf = (vips: ImageLibrary, bytes: Uint8Array, side: number, quality: number) => {
  using image = shrunk(vips, bytes, side)
  using opaque = image.hasAlpha() ? image.flatten({ background: [255] }) : image.copy()
  return {
    bytes: opaque.jpegsaveBuffer({ Q: quality, keep: 'none', optimize_coding: true }),
    width: opaque.width,
    height: opaque.height,
  }
}

const drawn = (vips: ImageLibrary, bytes: Uint8Array): ReencodedImage => {
  const { bytes: photo, width, height } = jpegOf(vips, bytes, shownSide, 82)
  return { photo, thumbnail: jpegOf(vips, photo, thumbnailSide, 75).bytes, width, height }
}

/** Re-encodes a photo from its pixels. The header is read first, so that what it announces is refused before decoding. @throws any failure of the library, which must not be used again then */
export const reencodeImage = (vips: ImageLibrary, bytes: Uint8Array): ReencodedImage | Refusal => {
  try {
    return problemOf(vips, bytes) ?? drawn(vips, bytes)
  } catch (error) {
    if (isVerdict(error)) return 'photo_unreadable'
    throw error
  }
}
