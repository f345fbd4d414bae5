import type { CaptureRecord, Slot } from '../../../../../shared/evidence/contract.ts'
import { base64url, deviceOf } from '../storage/device.ts'
import { savePhoto } from '../storage/photos.ts'
import type { Device, Visit } from '../storage/records.ts'
import { clockOffsetMs } from './clock.ts'
import { sha256Of } from './digest.ts'
import { lastFixes } from './fixes.ts'
import { shrink } from './shrink.ts'

const text = new TextEncoder()
const part = (value: object): string => base64url(text.encode(JSON.stringify(value)))

/** A compact JWS (RFC 7515) by ES256. */
const signedBy = async ({ privateKey }: Device, record: CaptureRecord): Promise<string> => {
  const stated = `${part({ alg: 'ES256' })}.${part(record)}`
  const how = { name: 'ECDSA', hash: 'SHA-256' }
  return `${stated}.${base64url(await crypto.subtle.sign(how, privateKey, text.encode(stated)))}`
}

interface Shot {
  readonly slot: Slot
  readonly picture: ImageBitmap | HTMLVideoElement
  readonly source: CaptureRecord['source']
  /** When the shutter was pressed, by this telephone's clock. */
  readonly atMs: number
}

/** Keeps a photo of a visit, with what its device states and signs about it. */
export const takeVisitPhoto = async (
  { by, id }: Pick<Visit, 'by' | 'id'>,
  { slot, picture, source, atMs }: Shot,
): Promise<void> => {
  const fixes = [...lastFixes()]
  const { jpeg, thumbnail } = await shrink(picture)
  const device = await deviceOf(by)
  const [sha256, takenAt] = [await sha256Of(jpeg), new Date(atMs).toISOString()]
  const signed = await signedBy(device, {
    ...{ assignmentId: id, slot, sha256, size: jpeg.size, contentType: 'image/jpeg' },
    ...{ capturedAt: takenAt, clockOffsetMs: await clockOffsetMs(), fixes, source, deviceId: device.id },
  })
  const accuracyMetres = fixes.at(-1)?.accuracyMetres
  await savePhoto({
    ...{ by, id, slot, sha256, size: jpeg.size, signed, takenAt, source, accuracyMetres },
    ...{ state: 'kept', bytes: jpeg, thumbnail },
  })
}
