import type { CaptureRecord } from '../../../../../shared/evidence/contract.ts'
import { observeResponses } from '../../ui/api.ts'
import { createShared } from '../shared.ts'
import { localDatabase, put, write } from '../storage/database.ts'
import { base64url, getDevice } from '../storage/person.ts'
import type { Device, Photo } from '../storage/records.ts'
import { savePhoto } from '../storage/work.ts'
import { useShared } from '../use-shared.ts'
import { type CapturedImage, shrink } from './camera.ts'
import { findDoubt, type PhotoDoubt } from './light.ts'
import { lastFixes } from './position.ts'

/** The `date` header has whole seconds (RFC 9110 §5.6.7): on average it is half a second older. */
const halfSecondMs = 500
/** Smaller differences come from network delays. */
const noiseMs = 2000

let offsetMs: number | undefined

/** The difference as this page has seen it: one that was stored may be from before the clock was set right. */
const seenOffset = createShared(0)
export const useClockOffsetMs = () => useShared(seenOffset)

/** Server time minus phone time, as last known. */
export const clockOffsetMs = async (): Promise<number> => {
  offsetMs ??= (await (await localDatabase()).get('phone', 'clockOffsetMs')) as number | undefined
  return offsetMs ?? 0
}

const note = async (date: string): Promise<void> => {
  const measured = Math.round(Date.parse(date) + halfSecondMs - Date.now())
  if (Number.isNaN(measured)) return
  seenOffset.set(measured)
  const known = await clockOffsetMs()
  if (offsetMs !== undefined && Math.abs(measured - known) < noiseMs) return
  offsetMs = measured
  // An answer may come after somebody signed out, who leaves nothing behind.
  await write(['phone'], async transaction => {
    const store = transaction.objectStore('phone')
    if ((await store.get('person')) !== undefined) await put(store, measured, 'clockOffsetMs')
  })
}

/** Compares the clocks at every response. */
export const compareClocks = (): void =>
  observeResponses(({ headers }) => {
    const date = headers.get('date')
    // What the phone does not store is known while the page is open.
    if (date) note(date).catch(() => undefined)
  })

/** Hexadecimal. */
export const sha256Of = async (bytes: Blob): Promise<string> => {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await bytes.arrayBuffer()))
  return [...digest].map(byte => byte.toString(16).padStart(2, '0')).join('')
}

const text = new TextEncoder()
const part = (value: object): string => base64url(text.encode(JSON.stringify(value)))

/** Signs a compact JWS (RFC 7515) by ES256. */
const signedBy = async ({ privateKey }: Device, record: CaptureRecord): Promise<string> => {
  const stated = `${part({ alg: 'ES256' })}.${part(record)}`
  const how = { name: 'ECDSA', hash: 'SHA-256' }
  return `${stated}.${base64url(await crypto.subtle.sign(how, privateKey, text.encode(stated)))}`
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
  const signed = await signedBy(device, {
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
  })
  await savePhoto({ by, id, slot, sha256, signed, state: 'kept', bytes: jpeg, thumbnail })
  return { sha256, doubt: findDoubt(light) }
}
