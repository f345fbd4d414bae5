/** A marker of JPEG with what it contains: from its 0xFF to the byte behind its last one. */
interface Segment {
  readonly marker: number
  readonly start: number
  readonly end: number
}

const startOfScan = 0xda
const jfif = Buffer.from('JFIF\0')

const at16 = (bytes: Uint8Array, at: number): number => (bytes[at]! << 8) | bytes[at + 1]!

/** Markers that are two bytes and no more: TEM, RST0 to RST7. */
const isAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)

/** As the decoder looks for it: 0xFF may be repeated, and before 0 it is data. */
const findMarker = (bytes: Uint8Array, from: number): number => {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]
    if (next !== undefined && next !== 0 && next !== 0xff) return at
  }
  return -1
}

/** Up to the one that begins the first scan; undefined where there is none. */
const headerOf = (bytes: Uint8Array): readonly Segment[] | undefined => {
  const segments: Segment[] = []
  for (let from = 2; from < bytes.length; ) {
    const start = findMarker(bytes, from)
    if (start < 0) return undefined
    const marker = bytes[start + 1]!
    const length = isAlone(marker) ? 0 : at16(bytes, start + 2)
    // It counts its own two bytes, and those of a scan at least six more.
    if (!isAlone(marker) && length < (marker === startOfScan ? 8 : 2)) return undefined
    const end = start + 2 + length
    segments.push({ marker, start, end })
    if (marker === startOfScan) return end <= bytes.length ? segments : undefined
    from = end
  }
  return undefined
}

/**
 * Some telephones write JFIF 0.00 or 2.x. The version says how a file describes the density of its pixels and its own
 * thumbnail, which nothing here reads.
 */
const withKnownJfif = (segment: Uint8Array): Uint8Array => {
  const isJfif = segment.length >= 18 && jfif.equals(segment.subarray(4, 9))
  if (!isJfif || segment[9] === 1) return segment
  const written = segment.slice()
  written.set([1, 1], 9)
  return written
}

/**
 * Samsung's telephones write 0 as the last coefficient of the scan. A sequential scan has all 64: what it says of them
 * has a meaning in progressive photos alone (ITU-T T.81, B.2.3).
 */
const withWholeScan = (segment: Uint8Array): Uint8Array => {
  const written = segment.slice()
  written.set([0, 63, 0], segment.length - 3)
  return written
}

/** SOF0, SOF1. */
const isSequential = (marker: number): boolean => marker === 0xc0 || marker === 0xc1

const mended = (bytes: Uint8Array, segments: readonly Segment[]): readonly Uint8Array[] => {
  const hasWholeScan = segments.some(({ marker }) => isSequential(marker))
  return segments.map(({ marker, start, end }) => {
    const segment = bytes.subarray(start, end)
    if (marker === 0xe0) return withKnownJfif(segment)
    return marker === startOfScan && hasWholeScan ? withWholeScan(segment) : segment
  })
}

/**
 * A JPEG without the faults that telephones write into every photo and no pixel is lost by. The decoder reports the first
 * fault of a file and no later one (libjpeg, jerror.c): behind a harmless one it would pass a broken photo as whole.
 *
 * Left out, besides, is what stands between two segments before the first scan, such as 18 bytes of Pixel's telephones: the
 * decoder skips it, and misses a table that is lost there. Between two scans it is what is left of damaged pixels.
 */
export const withoutHarmlessFaults = (bytes: Uint8Array): Uint8Array => {
  const segments = bytes[0] === 0xff && bytes[1] === 0xd8 ? headerOf(bytes) : undefined
  return segments
    ? Buffer.concat([bytes.subarray(0, 2), ...mended(bytes, segments), bytes.subarray(segments.at(-1)!.end)])
    : bytes
}
