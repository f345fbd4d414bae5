import { isDeepStrictEqual } from 'node:util'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { toVerificationKey, type VerificationKey } from '../table/tenant.ts'
import { readRecord } from './capture-record.ts'
import type { Photo } from './photo.ts'

/*
 * The photos of a visit, as they are stored: ten positions a photo, in base64 and once more beside it, would be three of
 * its four kilobytes, and a table is paid by the kilobyte. So what devices signed stands there as JSON, once, and all
 * photos shrink together.
 */

const partsOf = (signed: string): readonly string[] =>
  signed.split('.').map((part, index) => {
    const bytes = Buffer.from(part, 'base64url')
    return index < 2 ? bytes.toString() : bytes.toString('base64url')
  })

const signedOf = (parts: readonly string[]): string =>
  parts.map((part, index) => (index < 2 ? Buffer.from(part).toString('base64url') : part)).join('.')

/** A signature holds for one spelling alone: what another comes back of is stored as it is. */
const packSigned = (signed: string): readonly string[] | string => {
  const parts = partsOf(signed)
  return signedOf(parts) === signed ? parts : signed
}

interface PackedPhoto {
  readonly signed: readonly string[] | string
  /** What the device did not state, or stated otherwise: positions are rounded as they are read. */
  readonly own: object
}

const statedIn = (signed: string): Readonly<Record<string, unknown>> => {
  const { assignmentId: _assignment, ...stated } = readRecord(signed) ?? {}
  return stated
}

const packPhoto = (photo: Photo): PackedPhoto => {
  const { signed, ...rest } = photo
  const known: Readonly<Record<string, unknown>> = { ...statedIn(signed), ...toVerificationKey(photo) }
  const own = Object.entries(rest).filter(([name, value]) => !isDeepStrictEqual(known[name], value))
  return {
    signed: packSigned(signed),
    own: Object.fromEntries(own),
  }
}

export const packPhotos = (photos: readonly Photo[]): Uint8Array =>
  deflateRawSync(JSON.stringify(photos.map(packPhoto)), { level: 9 })

export const unpackPhotos = (key: VerificationKey, packed: Uint8Array): readonly Photo[] => {
  const photos: readonly PackedPhoto[] = JSON.parse(inflateRawSync(packed).toString())
  return photos.map(({ signed: kept, own }) => {
    const signed = typeof kept === 'string' ? kept : signedOf(kept)
    return { ...toVerificationKey(key), ...statedIn(signed), ...own, signed } as Photo
  })
}
