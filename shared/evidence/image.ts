import type Vips from 'wasm-vips'
import { photoLimitBytes, type Refusal } from './contract.ts'
import { withoutHarmlessFaults } from './harmless-faults.ts'
import { perceptualDigest, sketchSide } from './perceptual-digest.ts'

export type ImageLibrary = typeof Vips

/** A re-encoded photo: JPEG, upright, sRGB, without metadata. */
export interface ReencodedImage {
  readonly photo: Uint8Array
  readonly thumbnail: Uint8Array
  readonly width: number
  readonly height: number
  /** By what is seen; absent of a picture that shows too little. */
  readonly digest?: string
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

/** Lines of what the library says of a file; undefined for another failure. */
const complaintsIn = (error: unknown): readonly string[] | undefined => {
  const { message } = error as { readonly message?: unknown }
  return Array.isArray(message) && message[0] === 'vips::Error'
    ? `${message[1]}`.split('\n').filter(line => line !== '')
    : undefined
}

/** Then the file is not at fault (the words of libvips and of libjpeg). */
const isOutOfMemory = (complaint: string): boolean => /out of memory|Insufficient memory/.test(complaint)

/** What the library says of a file of no bytes. */
const ofNothing = ['unable to load from buffer', 'VipsForeignLoad: buffer is not in a known format']

/**
 * Takes what the library has noted since it last failed. It notes without failing, and until a failure, which says all
 * of it: one of our own takes it out, so that none of it is told of the next photo.
 */
const takeComplaints = (vips: ImageLibrary): readonly string[] => {
  try {
    using _ = vips.Image.newFromBuffer(new Uint8Array())
  } catch (error) {
    const complaints = complaintsIn(error)
    if (complaints) return complaints.filter(complaint => !ofNothing.includes(complaint))
    throw error
  }
  throw new Error('The library has read an image of no bytes')
}

/** A profile that cannot be read: no pixel depends on it, and the colours are taken for those of screens. */
const isHarmless = (complaint: string): boolean => complaint.startsWith('VipsIcc: ')

const sizeOf = (vips: ImageLibrary, bytes: Uint8Array): readonly [number, number] => {
  using image = vips.Image.newFromBuffer(bytes)
  return [image.width, image.height]
}

const fileProblem = (bytes: Uint8Array): Refusal | undefined => {
  if (bytes.length > photoLimitBytes) return 'photo_too_large'
  return pixelsPerByte(bytes) === undefined ? 'photo_not_an_image' : undefined
}

const sizeProblem = (vips: ImageLibrary, bytes: Uint8Array): Refusal | undefined => {
  const [width, height] = sizeOf(vips, bytes)
  if (width * height > areaLimit || Math.max(width, height) > longestSide) return 'photo_too_large'
  if (width * height > bytes.length * pixelsPerByte(bytes)!) return 'photo_unreadable'
  return Math.min(width, height) < shortestSide ? 'photo_unreadable' : undefined
}

/** Whether its colours are those of screens without saying so. Converting these costs a second for nothing. */
const isPlain = (vips: ImageLibrary, bytes: Uint8Array): boolean => {
  using image = vips.Image.newFromBuffer(bytes)
  return image.interpretation === 'srgb' && image.getTypeof('icc-profile-data') === 0
}

/**
 * Scales while decoding and applies the orientation; an animation gives its first picture. A JPEG that ends early and
 * says so is a mere warning, after which the rest is grey (https://www.libvips.org/API/current/enum.FailOn.html).
 */
const shrunk = (vips: ImageLibrary, bytes: Uint8Array, side: number) =>
  vips.Image.thumbnailBuffer(bytes, side, {
    height: side,
    size: 'down',
    ...(!isPlain(vips, bytes) && { output_profile: 'srgb' }),
    option_string: '[fail_on=warning]',
  })

/** No EXIF, XMP, comment or profile; transparent pixels become white. */
const jpegOf = (
  vips: ImageLibrary,
  bytes: Uint8Array,
  { side, quality }: { readonly side: number; readonly quality: number },
) => {
  using image = shrunk(vips, bytes, side)
  using opaque = image.hasAlpha() ? image.flatten({ background: [255] }) : image.copy()
  return {
    bytes: opaque.jpegsaveBuffer({ Q: quality, keep: 'none', optimize_coding: true }),
    width: opaque.width,
    height: opaque.height,
  }
}

/** Of the decoded photo, so that whoever draws the same picture anew has the same. */
const digestOf = (vips: ImageLibrary, photo: Uint8Array): string | undefined => {
  using image = vips.Image.thumbnailBuffer(photo, sketchSide, { height: sketchSide, size: 'force' })
  using grey = image.colourspace('b-w')
  return perceptualDigest(grey.writeToMemory() as Uint8Array)
}

const drawn = (vips: ImageLibrary, bytes: Uint8Array): ReencodedImage => {
  const { bytes: photo, width, height } = jpegOf(vips, bytes, { side: shownSide, quality: 82 })
  const thumbnail = jpegOf(vips, photo, { side: thumbnailSide, quality: 75 }).bytes
  const digest = digestOf(vips, photo)
  return { photo, thumbnail, width, height, ...(digest !== undefined && { digest }) }
}

/**
 * Re-encodes a photo from its pixels, if the library complains of nothing but what is harmless. The header is read first,
 * so that what it announces is refused before decoding. What was read before changes nothing.
 * @throws any failure of the library that is not the photo's, after which it must not be used again
 */
export const reencodeImage = (vips: ImageLibrary, bytes: Uint8Array): ReencodedImage | Refusal => {
  const fault = fileProblem(bytes)
  if (fault) return fault
  const mended = withoutHarmlessFaults(bytes)
  takeComplaints(vips)
  try {
    const problem = sizeProblem(vips, mended)
    if (problem) return problem
    const image = drawn(vips, mended)
    return takeComplaints(vips).every(isHarmless) ? image : 'photo_unreadable'
  } catch (error) {
    const complaints = complaintsIn(error)
    if (complaints && !complaints.some(isOutOfMemory)) return 'photo_unreadable'
    throw error
  }
}
