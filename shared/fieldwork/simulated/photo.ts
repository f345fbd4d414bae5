import { createHash } from 'node:crypto'
import type { Evidence } from '../../verification/report.ts'
import drawings from './photos.json' with { type: 'json' }

/** The drawings that stand for evidence photos in test mode, so that their links can be followed: a house under four skies. */
export type SandboxPhoto = keyof typeof drawings

/** The bytes of a PNG file of 240 × 160 pixels. */
export const drawingOf = (photo: SandboxPhoto): Uint8Array => Buffer.from(drawings[photo], 'base64')

const isDrawing = (photo: string): photo is SandboxPhoto => Object.hasOwn(drawings, photo)

/**
 * Where a drawing lies in the media bucket, once for all verifications: under what is in it, outside of what retention
 * and erasure delete.
 */
export const drawingKey = (photo: SandboxPhoto): string =>
  `sandbox/${createHash('sha256').update(drawingOf(photo)).digest('hex')}.png`

/** Where a photo that a record shows lies in the media bucket: under its own key, unless it is a drawing. */
export const objectOf = (objectKey: string, { mode, photo }: Evidence): string =>
  mode === 'test' && isDrawing(photo) ? drawingKey(photo) : objectKey
