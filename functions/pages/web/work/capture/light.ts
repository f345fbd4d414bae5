/** Luma of a picture, from 0 (black) to 255 (white). */
export interface PictureLight {
  readonly mean: number
  /** Standard deviation. */
  readonly spread: number
}

/** Luma by ITU-R BT.709. @param pixels RGBA of 8 bits each, as a canvas gives them */
export const measureLight = (pixels: Uint8ClampedArray): PictureLight => {
  let [sum, squares] = [0, 0]
  for (let at = 0; at < pixels.length; at += 4) {
    const luma = 0.2126 * pixels[at]! + 0.7152 * pixels[at + 1]! + 0.0722 * pixels[at + 2]!
    sum += luma
    squares += luma * luma
  }
  const count = pixels.length / 4
  const mean = sum / count
  return { mean, spread: Math.sqrt(Math.max(0, squares / count - mean * mean)) }
}

/** Why a photo may show nothing: too dark, or one colour all over. */
export type PhotoDoubt = 'black' | 'plain'

/** Video has its black at 16 of 255 (ITU-R BT.709); what hardly passes twice that shows nothing on a phone by day. */
const blackBelow = 32
/** The spread of a surface of which a tenth is lighter than the rest by a tenth of the range: on less there is nothing to recognise. */
const plainBelow = 8

/** Undefined for a photo that shows something, such as a lamp at night. */
export const findDoubt = ({ mean, spread }: PictureLight): PhotoDoubt | undefined => {
  // The spread counts as well: few bright pixels of a dark street tell more than a grey without any.
  if (mean + spread < blackBelow) return 'black'
  return spread < plainBelow ? 'plain' : undefined
}

export const doubtTexts: Readonly<Record<PhotoDoubt, string>> = {
  black: 'This photo is almost black. Is the lens covered, or is it too dark?',
  plain: 'This photo shows one colour only. Is something in front of the lens?',
}
