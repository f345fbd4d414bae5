import type { CaptureRecord } from '../../../../../shared/evidence/contract.ts'
import { signJws } from '../storage/jws.ts'
import { getDevice } from '../storage/person.ts'
import type { Photo } from '../storage/records.ts'
import { savePhoto } from '../storage/work.ts'
import { type CapturedImage, shrink } from './camera.ts'
import { clockOffsetMs } from './clock.ts'
import { findDoubt, type PhotoDoubt } from './light.ts'
import { lastFixes } from './position.ts'

/** Hexadecimal. */
export const sha256Of = async (bytes: Blob): Promise<string> => {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await bytes.arrayBuffer()))
  return [...digest].map(byte => byte.toString(16).padStart(2, '0')).join('')
}

export interface CameraShot extends Pick<CaptureRecord, 'source'> {
  readonly picture: CapturedImage
  readonly atMs: number
}

/** A photo that was saved. */
export interface TakenPhoto extends Pick<Photo, 'sha256'> {
  /** Why it should be looked at once more. */
  readonly doubt: PhotoDoubt | undefined
}

/** Saves a photo, with the capture record that its device signs. @param atMs time of the shutter by the phone's clock */
export const takeVisitPhoto = async (
  { by, id, slot }: Pick<Photo, 'by' | 'id' | 'slot'>,
  { picture, source, atMs }: CameraShot,
): Promise<TakenPhoto> => {
  const fixes = lastFixes()
  const { jpeg, thumbnail, light } = await shrink(picture)
  const [device, sha256] = [await getDevice(by), await sha256Of(jpeg)]
  const signed = await signJws(device.privateKey, {
    assignmentId: id,
    slot,
    sha256,
    size: jpeg.size,
    contentType: 'image/jpeg',
    capturedAt: new Date(atMs).toISOString(),
    clockOffsetMs: await clockOffsetMs(),
    fixes: [...fixes],
    source,
    deviceId: device.id,
  } satisfies CaptureRecord)
  await savePhoto({ by, id, slot, sha256, signed, state: 'kept', bytes: jpeg, thumbnail })
  return { sha256, doubt: findDoubt(light) }
}
