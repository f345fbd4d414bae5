import { createHash } from 'node:crypto'
import { putObject, readObject } from '../../shared/aws/bucket.ts'
import { log } from '../../shared/aws/log.ts'
import { type ReencodedImage, reencodeImage } from '../../shared/evidence/image.ts'
import { incomingKey, photoFile, reencodedKey, thumbnailFile } from '../../shared/evidence/photo.ts'
import type { ReEncoding, ReEncodingResult } from '../../shared/evidence/reencode.ts'
import { withVips } from './vips.ts'

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const store = async (asked: ReEncoding, { photo, thumbnail }: ReencodedImage): Promise<void> => {
  await Promise.all([
    putObject(reencodedKey(asked, photoFile(asked)), photo, 'image/jpeg'),
    putObject(reencodedKey(asked, thumbnailFile(asked)), thumbnail, 'image/jpeg'),
  ])
}

const reEncodeAndStore = async (asked: ReEncoding): Promise<ReEncodingResult> => {
  const bytes = await readObject(incomingKey(asked, asked.upload))
  // What was taken has an empty object in its place.
  if (!bytes || bytes.length === 0) return { result: 'missing' }
  if (digestOf(bytes) !== asked.sha256) return { result: 'checksum_mismatch' }
  const drawn = await withVips(vips => reencodeImage(vips, bytes))
  if (typeof drawn === 'string') return { result: drawn }
  await store(asked, drawn)
  const { width, height, photo, digest } = drawn
  const shownSha256 = digestOf(photo)
  return { result: 'stored', width, height, shownSha256, ...(digest !== undefined && { digest }) }
}

/** Re-encodes an uploaded photo here, where a decoder reaches nothing but uploads to read and photos to write. Idempotent, also for concurrent calls. */
export const handler = async (asked: ReEncoding): Promise<ReEncodingResult> => {
  const { organisationId, mode, verificationId, slot } = asked
  const done = await reEncodeAndStore(asked)
  log('photo.re-encoded', { organisationId, mode, verificationId, slot, result: done.result })
  return done
}
