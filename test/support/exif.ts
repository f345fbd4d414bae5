/** What a telephone writes into a JPEG besides its pixels: EXIF with the place, XMP, a comment. */

interface Entry {
  readonly tag: number
  /** 2 ASCII, 3 SHORT, 4 LONG, 5 RATIONAL, 7 UNDEFINED (TIFF 6.0, section 2) */
  readonly type: 2 | 3 | 4 | 5 | 7
  readonly values: readonly number[] | string
}

const sizes = { 2: 1, 3: 2, 4: 4, 5: 8, 7: 1 } as const

const bytesOf = ({ type, values }: Entry): Buffer => {
  if (typeof values === 'string') return Buffer.from(type === 2 ? `${values}\0` : values, 'latin1')
  const bytes = Buffer.alloc(values.length * (type === 3 ? 2 : 4))
  for (const [index, value] of values.entries())
    if (type === 3) bytes.writeUInt16LE(value, index * 2)
    else bytes.writeUInt32LE(value, index * 4)
  return bytes
}

/** A directory of entries as it lies at a place in the file, followed by what does not fit into them. */
const directory = (entries: readonly Entry[], at: number): Buffer => {
  const head = Buffer.alloc(2 + entries.length * 12 + 4)
  head.writeUInt16LE(entries.length)
  const outside: Buffer[] = []
  let next = at + head.length
  for (const [index, entry] of entries.entries()) {
    const offset = 2 + index * 12
    const bytes = bytesOf(entry)
    head.writeUInt16LE(entry.tag, offset)
    head.writeUInt16LE(entry.type, offset + 2)
    head.writeUInt32LE(bytes.length / sizes[entry.type], offset + 4)
    if (bytes.length <= 4) bytes.copy(head, offset + 8)
    else {
      head.writeUInt32LE(next, offset + 8)
      outside.push(bytes)
      next += bytes.length
    }
  }
  return Buffer.concat([head, ...outside])
}

const segment = (marker: number, payload: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(payload.length + 2, 2)
  return Buffer.concat([head, payload])
}

interface Told {
  /** A text that stands in camera, comment and XMP. */
  readonly canary: string
  /** As EXIF counts: 6 is to be turned by 90° clockwise. */
  readonly orientation?: number
}

const degrees = [6, 1, 27, 1, 1234, 100]

const exif = ({ canary, orientation = 1 }: Told): Buffer => {
  const camera = (gps: number): Entry[] => [
    { tag: 0x010f, type: 2, values: `Make-${canary}` },
    { tag: 0x0110, type: 2, values: `Model-${canary}` },
    { tag: 0x0112, type: 3, values: [orientation] },
    { tag: 0x8825, type: 4, values: [gps] },
  ]
  const gpsAt = 8 + directory(camera(0), 8).length
  const position: Entry[] = [
    { tag: 1, type: 2, values: 'N' },
    { tag: 2, type: 5, values: degrees },
    { tag: 3, type: 2, values: 'E' },
    { tag: 4, type: 5, values: degrees },
  ]
  const header = Buffer.from('II*\0\x08\0\0\0', 'latin1')
  const body = Buffer.concat([header, directory(camera(gpsAt), 8), directory(position, gpsAt)])
  return segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), body]))
}

const xmp = (canary: string): Buffer =>
  segment(
    0xe1,
    Buffer.from(`http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x="adobe:ns:meta/">${canary}</x:xmpmeta>`),
  )

/** The JPEG with all of it after its beginning. */
export const withMetadata = (jpeg: Uint8Array, told: Told): Buffer =>
  Buffer.concat([
    jpeg.subarray(0, 2),
    exif(told),
    xmp(told.canary),
    segment(0xfe, Buffer.from(`Comment-${told.canary}`)),
    jpeg.subarray(2),
  ])

/** The names of a JPEG's segments before its pixels, such as `e1`. */
export const segmentsOf = (jpeg: Uint8Array): readonly string[] => {
  const found: string[] = []
  let at = 2
  while (jpeg[at] === 0xff && jpeg[at + 1] !== 0xda) {
    found.push(jpeg[at + 1]!.toString(16))
    at += 2 + jpeg[at + 2]! * 256 + jpeg[at + 3]!
  }
  return found
}
