/**
 * Digests by what is seen: the signs of the lowest frequencies of a discrete cosine transform, as pHash takes them
 * (https://www.phash.org/docs/pubs/thesis_zauner.pdf, §3.2.1). A crop shifts all of them, so that a photo is kept by
 * its middle, 90 % of each side, and looked up by the windows that hold the middle of a photo which is it, or which it
 * is, with 5 % cropped off.
 */

/** Side of the grey picture that digests are made of, whatever the photo's sides were. */
export const sketchSide = 64

/** Bits of a digest, and those that it is looked up by. */
const bits = 64
const keyBits = 32

/** Windows along one side, by what was cropped off: nothing; its beginning, its end, half of it from each. */
const middle = [0.05, 0.95] as const
const spans = {
  ofCropped: [middle, [0, 18 / 19], [1 / 19, 1], [1 / 38, 37 / 38]],
  ofWhole: [middle, [0.0975, 0.9525], [0.0475, 0.9025], [0.07375, 0.92625]],
} as const
type Span = readonly [number, number]

const range = (length: number): readonly number[] => [...Array(length).keys()]
const allPairs = (each: readonly Span[]) => each.flatMap(x => each.map(y => [x, y] as const))
const windows = [...allPairs(spans.ofCropped), ...allPairs(spans.ofWhole).slice(1)]

/** From low to high, without the mean, which is the light alone. */
const frequencies = range(81)
  .map(index => [Math.floor(index / 9), index % 9] as const)
  .sort((one, other) => one[0] + one[1] - (other[0] + other[1]) || one[0] - other[0])
  .slice(1, bits + 1)

/** Of each frequency the cosine over a span, by pixel; a pixel that lies half in it counts half. */
const waves = ([from, to]: Span): readonly (readonly number[])[] =>
  range(9).map(frequency =>
    range(sketchSide).map(pixel => {
      const inside = Math.min(to * sketchSide, pixel + 1) - Math.max(from * sketchSide, pixel)
      const position = ((pixel + 0.5) / sketchSide - from) / (to - from)
      return (Math.max(0, inside) / sketchSide / (to - from)) * Math.cos(Math.PI * frequency * position)
    }),
  )
const wavesBySpan = new Map(Object.values(spans).flatMap(each => each.map(span => [span, waves(span)])))

const product = (one: readonly number[], other: ArrayLike<number>): number =>
  one.reduce((sum, value, index) => sum + value * other[index]!, 0)

const toHex = (signs: readonly boolean[]): string =>
  range(signs.length / 4)
    .map(digit =>
      Number.parseInt(
        signs
          .slice(4 * digit, 4 * digit + 4)
          .map(Number)
          .join(''),
        2,
      ).toString(16),
    )
    .join('')

/** Of one window: its digest as 16 hexadecimal digits, then the two bits of its key that a redrawing may change, as two digits each. */
type WindowDigest = string
const digestIn = (each: WindowDigest): string => each.slice(0, 16)
const uncertainIn = (each: WindowDigest): readonly number[] =>
  [16, 18].map(from => Number.parseInt(each.slice(from, from + 2), 16))

/** Below it, in grey levels, a frequency is no shape: a wall, a sky or the dark has few above it. */
const faint = 0.25
const fewestShapes = 20

/**
 * Digests of a photo, the one that it is kept by first; none where too little is to be seen for telling it from others.
 * @param grey rows of `sketchSide` pixels
 */
export const perceptualDigests = (grey: Uint8Array): readonly WindowDigest[] => {
  const rows = range(sketchSide).map(y => grey.subarray(y * sketchSide, (y + 1) * sketchSide))
  const across = new Map(
    [...wavesBySpan].map(([span, each]) => [span, each.map(wave => rows.map(row => product(wave, row)))]),
  )
  const found = windows.map(([x, y]) => {
    const [columns, down] = [across.get(x)!, wavesBySpan.get(y)!]
    return frequencies.map(([high, wide]) => product(down[high]!, columns[wide]!))
  })
  const shapes = found[0]!.slice(0, keyBits).filter(value => Math.abs(value) > faint)
  if (shapes.length < fewestShapes) return []
  const digests = found.map(values => {
    const size = (bit: number) => Math.abs(values[bit]!)
    const uncertain = range(keyBits)
      .toSorted((one, other) => size(one) - size(other))
      .slice(0, 2)
    const signs = toHex(values.map(value => value > 0))
    return signs + uncertain.map(bit => bit.toString(16).padStart(2, '0')).join('')
  })
  return [...new Set(digests)]
}

/** What a digest is found by: its lowest frequencies, which a redrawing changes least. */
export const keyOfDigest = (digest: WindowDigest): string => digest.slice(0, keyBits / 4)

const flipped = (key: string, bit: number): string =>
  (BigInt(`0x${key}`) ^ (1n << BigInt(keyBits - 1 - bit))).toString(16).padStart(keyBits / 4, '0')

/** Keys under which photos like it are kept, if there are any: some 60. */
export const likelyKeys = (digests: readonly WindowDigest[]): readonly string[] => [
  ...new Set(
    digests.flatMap(each => {
      const key = keyOfDigest(each)
      return [key, ...uncertainIn(each).map(bit => flipped(key, bit))]
    }),
  ),
]

const distance = (one: WindowDigest, other: WindowDigest): number =>
  (BigInt(`0x${digestIn(one)}`) ^ BigInt(`0x${digestIn(other)}`)).toString(2).replaceAll('0', '').length

/**
 * Measured over drawn houses: of 302, all were found drawn anew at quality 30, halved, quartered, or with 5 % cut off at
 * one edge, in a corner or of each side; of 100, 70 to 96 with crops of 1 to 4 %, which lie between the windows, and 25
 * with 5 % cut off at all four edges. None of 9,900 pairs of other houses was taken for one; of 300 second photos of a
 * house, from up to a tenth aside, 16 were, nearly all from the same spot.
 */
const mostDifferent = 3

/** Whether a photo that is kept by this digest shows the same. */
export const isAlike = (digests: readonly WindowDigest[], kept: WindowDigest): boolean =>
  digests.some(each => distance(each, kept) <= mostDifferent)
