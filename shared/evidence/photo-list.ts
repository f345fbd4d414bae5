import type { PhotoUrl } from '../verification/response.ts'
import { evidenceKey } from '../verification/report.ts'
import { fixAtShutter } from '../assignment/visit/visit.ts'
import { type Photo, photoFile, thumbnailFile } from './photo.ts'

const fixesOf = (photo: Photo) => {
  const { fixes } = photo
  return {
    count: fixes.length,
    bestAccuracyMetres: fixes.length === 0 ? null : Math.min(...fixes.map(fix => fix.accuracyMetres)),
    nearest: fixAtShutter(photo) ?? null,
  }
}

/** A photo that is not stored has no links. */
export const toPhoto = (photo: Photo, urlOf: PhotoUrl) => {
  const { slot, sha256, size, state, refusal = null, width = null, height = null } = photo
  const { capturedAt, clockOffsetMs, recordedAt, source, deviceId } = photo
  const place = { ...photo, id: photo.verificationId }
  const link = (file: string) => (state === 'stored' ? urlOf(evidenceKey(place, file)) : null)
  return {
    ...{ slot, sha256, size, state, refusal, width, height },
    ...{ capturedAt, clockOffsetMs, recordedAt, source, deviceId },
    fixes: fixesOf(photo),
    photoUrl: link(photoFile(photo)),
    thumbnailUrl: link(thumbnailFile(photo)),
  }
}
