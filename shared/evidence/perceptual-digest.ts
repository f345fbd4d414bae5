/**
 * A digest by what is seen: the signs of the lowest frequencies of a discrete cosine transform, as pHash takes them
 * (https://www.phash.org/docs/pubs/thesis_zauner.pdf, §3.2.1), of the whole picture.
 */

/** Side of the grey picture that a digest is made of, whatever the photo's sides were. */
export const sketchSide = 64

/** Bits of a digest, and those that it is looked up by. */
const bits = 64
const keyBits = 32

const range = (length: number): readonly number[] => [...Array(length).keys()]

/** From low to high, without the mean, which is the light alone. */
const frequencies = range(81)
  .map(index => [Math.floor(index / 9), index % 9] as const)
  .sort((one, other) => one[0] + one[1] - (other[0] + other[1]) || one[0] - other[0])
  .slice(1, bits + 1)

/** Of each frequency the cosine, by pixel. */
const waves = range(9).map(frequency =>
  range(sketchSide).map(pixel => Math.cos((Math.PI * frequency * (pixel + 0.5)) / sketchSide) / sketchSide),
)

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

/** How many bits of a key a redrawing may change: those whose frequencies are nearest to nothing. */
const uncertainBits = 3

/** 16 hexadecimal digits, then the uncertain bits of its key, as two digits each. */
type PictureDigest = string
const signsIn = (digest: PictureDigest): string => digest.slice(0, 16)
const uncertainIn = (digest: PictureDigest): readonly number[] =>
  range(uncertainBits).map(each => Number.parseInt(digest.slice(16 + 2 * each, 18 + 2 * each), 16))

/** Below it, in grey levels, a frequency is no shape: a wall, a sky or the dark has few above it. */
const faint = 0.25
const fewestShapes = 20

/**
 * Undefined where too little is to be seen for telling the photo from others.
 * @param grey rows of `sketchSide` pixels
 */
export const perceptualDigest = (grey: Uint8Array): PictureDigest | undefined => {
  const rows = range(sketchSide).map(y => grey.subarray(y * sketchSide, (y + 1) * sketchSide))
  const across = waves.map(wave => rows.map(row => product(wave, row)))
  const values = frequencies.map(([high, wide]) => product(waves[high]!, across[wide]!))
  const size = (bit: number) => Math.abs(values[bit]!)
  const keyed = range(keyBits)
  if (keyed.filter(bit => size(bit) > faint).length < fewestShapes) return undefined
  const uncertain = keyed.toSorted((one, other) => size(one) - size(other)).slice(0, uncertainBits)
  return (
    toHex(values.map(value => value > 0)) + uncertain.map(bit => bit.toString(16).padStart(2, '0')).join('')
  )
}

/** What a digest is found by: its lowest frequencies, which a redrawing changes least. */
export const keyOfDigest = (digest: PictureDigest): string => digest.slice(0, keyBits / 4)

const flipped = (key: string, bit: number): string =>
  (BigInt(`0x${key}`) ^ (1n << BigInt(keyBits - 1 - bit))).toString(16).padStart(keyBits / 4, '0')

/** The eight keys of which one is that of a photo like it, if there is one. */
export const likelyKeys = (digest: PictureDigest): readonly string[] =>
  uncertainIn(digest).reduce(
    (keys, bit) => keys.concat(keys.map(key => flipped(key, bit))),
    [keyOfDigest(digest)],
  )

const distance = (one: PictureDigest, other: PictureDigest): number =>
  (BigInt(`0x${signsIn(one)}`) ^ BigInt(`0x${signsIn(other)}`)).toString(2).replaceAll('0', '').length

/**
 * Measured over drawn houses: of 100, all were found drawn anew at quality 30, halved, quartered and a tenth darker, and
 * 99 a tenth brighter, which whitens what was bright; they differed in four bits at most. Of 297 second photos of a house,
 * from up to a tenth aside, none was taken for the first, and none of 9,702 pairs of other houses for one: they differ in
 * ten bits at least. What is cropped is not found.
 */
const mostDifferent = 5

/** Whether a photo that is kept by this digest shows the same. */
export const isAlike = (digest: PictureDigest, kept: PictureDigest): boolean =>
  distance(digest, kept) <= mostDifferent
