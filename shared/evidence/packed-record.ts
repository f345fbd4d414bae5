import { deflateRawSync, inflateRawSync } from 'node:zlib'

/*
 * What a device signed, as it is stored: ten positions a photo, in base64 and once more beside it, were three of its four
 * kilobytes, and a table is paid by the kilobyte.
 */

/** A P-256 signature: r and s. */
const signatureBytes = 64

/** Header and payload as JSON, which shrinks as base64 does not; the signature as it is. Undefined for a spelling of base64 that is not ours: nobody could check its signature again. */
export const packRecord = (signed: string): Uint8Array | undefined => {
  const parts = signed.split('.').map(part => Buffer.from(part, 'base64url'))
  const [header, payload, signature] = parts
  if (!header || !payload || signature?.length !== signatureBytes) return undefined
  const packed = Buffer.concat([
    signature,
    Buffer.from([header.length]),
    deflateRawSync(Buffer.concat([header, payload])),
  ])
  return header.length < 256 && unpackRecord(packed) === signed ? packed : undefined
}

/** The compact JWS. */
export const unpackRecord = (packed: Uint8Array): string => {
  const headerBytes = packed[signatureBytes] ?? 0
  const json = inflateRawSync(packed.subarray(signatureBytes + 1))
  const parts = [
    json.subarray(0, headerBytes),
    json.subarray(headerBytes),
    packed.subarray(0, signatureBytes),
  ]
  return parts.map(part => Buffer.from(part).toString('base64url')).join('.')
}

/** Eight bytes each; one before them, so that no digests look like what is encrypted. */
const digestForm = /^[0-9a-f]{16}$/

export const packDigests = (digests: readonly string[]): Uint8Array | readonly string[] =>
  digests.every(digest => digestForm.test(digest)) ? Buffer.from(`00${digests.join('')}`, 'hex') : digests

export const unpackDigests = (packed: Uint8Array | readonly string[]): readonly string[] =>
  packed instanceof Uint8Array
    ? (Buffer.from(packed.subarray(1)).toString('hex').match(/.{16}/g) ?? [])
    : packed
