import type Vips from 'wasm-vips'
import { photoLimitBytes, type Refusal } from './contract.ts'
import { perceptualDigests, sketchSide } from './perceptual-digest.ts'

export type ImageLibrary = typeof Vips

/** A re-encoded photo: JPEG, upright, sRGB, without metadata. */
export interface ReencodedImage {
  readonly photo: Uint8Array
  readonly thumbnail: Uint8Array
  readonly width: number
  readonly height: number
  /** By what is seen; none of a picture that shows too little. */
  readonly digests: readonly string[]
}

/**
 * How many pixels a byte of a photo stands for at most, by its magic bytes. A JPEG has two bits for each block of 64, so
 * that with chroma at a quarter 171 pixels have a byte (measured: a wall without grain, optimal tables, 169; with a
 * camera's tables 64; a real grain 44). The same wall as WebP has 570, as PNG 344.
 */
const pixelsPerByte = (bytes: Uint8Array): number | undefined => {
  const beginning = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (beginning.startsWith('\xff\xd8\xff')) return 200
  const isWebp = beginning.startsWith('RIFF') && beginning.endsWith('WEBP')
  return isWebp || beginning.startsWith('\x89PNG\r\n\x1a\n') ? 800 : undefined
}

/** 50 megapixels of phones are at most 8192 × 6144. */
const areaLimit = 52_000_000
const longestSide = 16_384
const shortestSide = 100

const shownSide = 2000
const thumbnailSide = 320

/** Why the library refuses the file; out of memory is a fault of ours. */
const verdictOf = (error: unknown): string | undefined => {
  const { message } = error as { readonly message?: unknown }
  if (!Array.isArray(message) || message[0] !== 'vips::Error') return undefined
  return /memory/.test(`${message[1]}`) ? undefined : `${message[1]}`
}

const sizeOf = (vips: ImageLibrary, bytes: Uint8Array): readonly [number, number] => {
  using image = vips.Image.newFromBuffer(bytes)
  return [image.width, image.height]
}

const problemOf = (vips: ImageLibrary, bytes: Uint8Array): Refusal | undefined => {
  if (bytes.length > photoLimitBytes) return 'photo_too_large'
  const most = pixelsPerByte(bytes)
  if (!most) return 'photo_not_an_image'
  const [width, height] = sizeOf(vips, bytes)
  if (width * height > areaLimit || Math.max(width, height) > longestSide) return 'photo_too_large'
  if (width * height > bytes.length * most) return 'photo_unreadable'
  return Math.min(width, height) < shortestSide ? 'photo_unreadable' : undefined
}

/**
 * Where the loader stops (https://www.libvips.org/API/current/enum.FailOn.html). A JPEG that ends early and says so is
 * a mere warning, after which the rest is grey.
 */
type FailOn = 'warning' | 'error'

/** Warnings about what some telephones write into every photo, and no pixel is lost by. */
const isHarmless = (verdict: string | undefined): boolean =>
  /Invalid SOS parameters for sequential JPEG|extraneous bytes before marker/.test(verdict ?? '')

/** Whether its colours are those of screens without saying so. Converting these costs a second for nothing. */
const isPlain = (vips: ImageLibrary, bytes: Uint8Array): boolean => {
  using image = vips.Image.newFromBuffer(bytes)
  return image.interpretation === 'srgb' && image.getTypeof('icc-profile-data') === 0
}

/** Scales while decoding and applies the orientation; an animation gives its first picture. */
const shrunk = (vips: ImageLibrary, bytes: Uint8Array, side: number, failOn: FailOn) =>
  vips.Image.thumbnailBuffer(bytes, side, {
    height: side,
    size: 'down',
    ...(!isPlain(vips, bytes) && { output_profile: 'srgb' }),
    option_string: `[fail_on=${failOn}]`,
  })

/** No EXIF, XMP, comment or profile; transparent pixels become white. */
const jpegOf = (
  vips: ImageLibrary,
  bytes: Uint8Array,
  { side, quality, failOn }: { readonly side: number; readonly quality: number; readonly failOn: FailOn },
) => {
  using image = shrunk(vips, bytes, side, failOn)
  using opaque = image.hasAlpha() ? image.flatten({ background: [255] }) : image.copy()
  return {
    bytes: opaque.jpegsaveBuffer({ Q: quality, keep: 'none', optimize_coding: true }),
    width: opaque.width,
    height: opaque.height,
  }
}

/** Of the decoded photo, so that whoever draws the same picture anew has the same. */
const digestsOf = (vips: ImageLibrary, photo: Uint8Array): readonly string[] => {
  using image = vips.Image.thumbnailBuffer(photo, sketchSide, { height: sketchSide, size: 'force' })
  using grey = image.colourspace('b-w')
  return perceptualDigests(grey.writeToMemory() as Uint8Array)
}

const drawn = (vips: ImageLibrary, bytes: Uint8Array, failOn: FailOn = 'warning'): ReencodedImage => {
  const { bytes: photo, width, height } = jpegOf(vips, bytes, { side: shownSide, quality: 82, failOn })
  const thumbnail = jpegOf(vips, photo, { side: thumbnailSide, quality: 75, failOn }).bytes
  return { photo, thumbnail, width, height, digests: digestsOf(vips, photo) }
}

/** Re-encodes a photo from its pixels. The header is read first, so that what it announces is refused before decoding. @throws any failure of the library, which must not be used again then */
export const reencodeImage = (vips: ImageLibrary, bytes: Uint8Array): ReencodedImage | Refusal => {
  try {
    const problem = problemOf(vips, bytes)
    if (problem) return problem
    try {
      return drawn(vips, bytes)
    } catch (error) {
      if (!isHarmless(verdictOf(error))) throw error
      return drawn(vips, bytes, 'error')
    }
  } catch (error) {
    if (verdictOf(error)) return 'photo_unreadable'
    throw error
  }
}
