import type Vips from 'wasm-vips'
import { photoLimitBytes, type Refusal } from './contract.ts'

/** The image library, as it was loaded. */
export type ImageLibrary = typeof Vips

/** A photo as it is shown: JPEG, upright, in sRGB, and nothing else in it. */
export interface ReencodedImage {
  readonly photo: Uint8Array
  readonly thumbnail: Uint8Array
  /** In pixels. */
  readonly width: number
  readonly height: number
}

/** What files of the formats that are taken begin with: JPEG, PNG, WebP. */
const beginsAsTaken = (bytes: Uint8Array): boolean => {
  const beginning = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (beginning.startsWith('RIFF')) return beginning.endsWith('WEBP')
  return beginning.startsWith('\xff\xd8\xff') || beginning.startsWith('\x89PNG\r\n\x1a\n')
}

/** What telephones call 50 megapixels is up to 8192 × 6144. */
const areaLimit = 52_000_000
const longestSide = 16_384
/** Nothing can be told from less. */
const shortestSide = 100

const shownSide = 2000
const thumbnailSide = 320

/** Whether the library itself says no, instead of breaking. What it has no memory for is a fault of ours. */
const isVerdict = (error: unknown): boolean => {
  const { message } = error as { readonly message?: unknown }
  return Array.isArray(message) && message[0] === 'vips::Error' && !/memory/.test(`${message[1]}`)
}

/** What the header says, without decoding anything. */
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

/**
 * Scaled down while it is decoded, and turned as its orientation says; of an animation the first picture. Its loader
 * stops at the first error, a file that was cut off included.
 */
const shrunk = (vips: ImageLibrary, bytes: Uint8Array, side: number) =>
  vips.Image.thumbnailBuffer(bytes, side, {
    height: side,
    size: 'down',
    output_profile: 'srgb',
    option_string: '[fail_on=error]',
  })

/** The pixels alone: no EXIF, no XMP, no comment, no profile. What can be seen through becomes white. */
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

/**
 * Draws a photo anew from its pixels, so that nothing else of the file is left, whatever else it may be. Its header is
 * read first, and what it announces is refused before anything is decoded.
 * @throws whatever broke in the library, which must not be used again then
 */
export const reencodeImage = (vips: ImageLibrary, bytes: Uint8Array): ReencodedImage | Refusal => {
  try {
    return problemOf(vips, bytes) ?? drawn(vips, bytes)
  } catch (error) {
    if (isVerdict(error)) return 'photo_unreadable'
    throw error
  }
}
