import { brotliDecompressSync, constants, gunzipSync, inflateSync, type ZlibOptions } from 'node:zlib'
import { maxResponseBytes } from './failure.ts'

/** A kilobyte of gzip holds a megabyte at most (https://www.zlib.net/zlib_tech.html); Brotli knows no such end. */
const maxOutputLength = 1100 * maxResponseBytes

// What is read is cut: a decoder that is told to flush gives what it has.
const flushed: ZlibOptions = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength }

const decoders = new Map<string, (bytes: Buffer) => Buffer>([
  ['gzip', bytes => gunzipSync(bytes, flushed)],
  ['deflate', bytes => inflateSync(bytes, flushed)],
  [
    'br',
    bytes => brotliDecompressSync(bytes, { finishFlush: constants.BROTLI_OPERATION_FLUSH, maxOutputLength }),
  ],
])

/** RFC 9110 §8.4.1.3. */
const nameOf = (encoding: string): string =>
  encoding
    .trim()
    .toLowerCase()
    .replace(/^x-gzip$/, 'gzip')

/** The beginning of an answer without its Content-Encoding, or words that say what it has. */
export const decodeAnswer = (chunks: readonly Buffer[], contentEncoding = 'identity'): readonly Buffer[] => {
  const encoding = nameOf(contentEncoding)
  if (chunks.length === 0 || encoding === '' || encoding === 'identity') return chunks
  try {
    return [decoders.get(encoding)!(Buffer.concat(chunks).subarray(0, maxResponseBytes))]
  } catch {
    return [Buffer.from(`(An answer in ${encoding.slice(0, 40)}, which cannot be shown.)`)]
  }
}
