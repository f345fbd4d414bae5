import { deflateRawSync, inflateRawSync } from 'node:zlib'
import version1 from './packing-1.json' with { type: 'json' }

/** The first byte says how the others were packed: 1 with a dictionary of what envelopes have in common, 2 without. */
const version = 2

/** Packs an event's body for the table. Most of a record is its field names, which repeat: it comes down to a third. */
export const pack = (body: string): Uint8Array =>
  Buffer.concat([Buffer.of(version), deflateRawSync(body, { level: 9 })])

const optionsOf = (packedAs: number | undefined) => {
  if (packedAs === version) return {}
  if (packedAs === 1) return { dictionary: Buffer.from(version1.dictionary) }
  throw new RangeError(`Packed bytes of version ${packedAs} cannot be read`)
}

/** The exact body that was packed, by this version or the one before. @throws RangeError for any other bytes */
export const unpack = (bytes: Uint8Array): string =>
  inflateRawSync(bytes.subarray(1), optionsOf(bytes[0])).toString('utf8')
