import type { PhotoCopy } from './photos.ts'

/**
 * What photos may weigh together, in bytes. A function answers 6 MB at most
 * (https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html), in which a photo takes four thirds of its
 * bytes; over a megabyte stays for words, whatever strangers wrote.
 */
export const photosLimitBytes = 3_700_000

/** A photo's bytes; absent where nothing is kept. */
export interface StoredSize {
  readonly whole: Buffer | undefined
  readonly small: Buffer | undefined
}

const sizeOf = (bytes: Buffer | undefined): number => bytes?.length ?? 0

/** The least that must stay free for those that come after: each is to have its small copy at least. */
const reserveFor = (others: readonly StoredSize[]): number =>
  others.reduce((sum, { whole, small }) => sum + sizeOf(small ?? whole), 0)

const fitting = (
  { whole, small }: StoredSize,
  free: number,
  others: readonly StoredSize[],
): PhotoCopy | 'gone' | 'tooLarge' => {
  if (!whole && !small) return 'gone'
  if (whole && whole.length + reserveFor(others) <= free) return { kind: 'whole', bytes: whole }
  return small && small.length <= free ? { kind: 'small', bytes: small } : 'tooLarge'
}

/** Which copy of each photo stands in a report: whole ones as far as there is room, the first first. */
export const choosePhotoCopies = (
  photos: readonly StoredSize[],
  limitBytes = photosLimitBytes,
): readonly (PhotoCopy | 'gone' | 'tooLarge')[] => {
  let free = limitBytes
  return photos.map((photo, place) => {
    const copy = fitting(photo, free, photos.slice(place + 1))
    if (typeof copy === 'object') free -= copy.bytes.length
    return copy
  })
}
