import { deflateRawSync, inflateRawSync } from 'node:zlib'
import version1 from './packing-1.json' with { type: 'json' }

/** The first byte says how the others were packed: 1 with a dictionary of what envelopes have in common, 2 without. */
const version = 1

/** It never changes, or what was packed with it could not be read; an envelope that has grown since packs a little less well. */
const withDictionary = { dictionary: Buffer.from(version1.dictionary) }

/**
 * Packs an event's body for the table. Most of a record is its field names, which the dictionary knows: 2.7 KB come down
 * to 660 bytes, so that an event is one write unit.
 */
export const pack = (body: string): Uint8Array =>
  Buffer.concat([Buffer.of(version), deflateRawSync(body, { level: 9, ...withDictionary })])

const optionsOf = (packedAs: number | undefined) => {
  if (packedAs === version) return withDictionary
  if (packedAs === 2) return {}
  throw new RangeError(`Packed bytes of version ${packedAs} cannot be read`)
}

/** The exact body that was packed, by either version. @throws RangeError for any other bytes */
export const unpack = (bytes: Uint8Array): string =>
  inflateRawSync(bytes.subarray(1), optionsOf(bytes[0])).toString('utf8')
