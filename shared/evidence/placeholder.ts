import { createHash } from 'node:crypto'
import type { EvidenceRef } from '../verification/report.ts'
import type { Slot } from './contract.ts'
import { parsePhotoFile } from './photo.ts'
import drawings from './placeholders.json' with { type: 'json' }

/** Images that stand for evidence photos in test mode: a house under four skies, one for each slot that the simulated agent fills. */
export type PlaceholderSlot = keyof typeof drawings & Slot

/** JPEG, 240 × 160 pixels. */
export const placeholderJpeg = (slot: PlaceholderSlot): Uint8Array => Buffer.from(drawings[slot], 'base64')

export const placeholderDigest = (slot: PlaceholderSlot): string =>
  createHash('sha256').update(placeholderJpeg(slot)).digest('hex')

export const placeholderSize = { width: 240, height: 160 } as const

/** Shared by all verifications, under its digest, outside the prefixes that retention and erasure delete. */
export const placeholderKey = (sha256: string): string => `sandbox/${sha256}.jpeg`

export const isPlaceholder = (sha256: string): boolean =>
  (Object.keys(drawings) as PlaceholderSlot[]).some(slot => placeholderDigest(slot) === sha256)

/** Key in the media bucket: the photo's own, or the placeholder's. */
export const mediaObjectKey = (objectKey: string, { mode, photo }: EvidenceRef): string => {
  const sha256 = mode === 'test' ? parsePhotoFile(photo)?.sha256 : undefined
  return sha256 !== undefined && isPlaceholder(sha256) ? placeholderKey(sha256) : objectKey
}
