import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { type Assignment, toAssignmentId } from '../../assignment/assignment.ts'
import { putPhoto } from '../../aws/bucket.ts'
import { deviceThumbprint, signRecord, toPendingPhoto } from '../../evidence/capture-record.ts'
import type { CaptureRecord, DeviceKey } from '../../evidence/contract.ts'
import type { Photo } from '../../evidence/photo.ts'
import { savePhotoRecords } from '../../evidence/photo-store.ts'
import {
  type PlaceholderSlot,
  placeholderDigest,
  placeholderJpeg,
  placeholderKey,
  placeholderSize,
} from '../../evidence/placeholder.ts'
import { simulatedAgent } from '../../verification/scenario.ts'
import { type AddressVerification, verificationKeyOf } from '../../verification/verification.ts'
import { simulatedPositionOf } from './report.ts'

/** Lives as long as its container. */
interface SimulatedPhone {
  readonly id: string
  readonly key: KeyObject
}

let telephone: SimulatedPhone | undefined

const telephoneOf = (): SimulatedPhone => {
  if (!telephone) {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    telephone = {
      id: deviceThumbprint(publicKey.export({ format: 'jwk' }) as unknown as DeviceKey),
      key: privateKey,
    }
  }
  return telephone
}

/** Placeholders that this container has stored; nothing deletes them. */
const stored = new Set<PlaceholderSlot>()

const storeOnce = async (slot: PlaceholderSlot): Promise<void> => {
  if (stored.has(slot)) return
  await putPhoto(placeholderKey(placeholderDigest(slot)), placeholderJpeg(slot), 'image/jpeg')
  stored.add(slot)
}

const recordOf = (
  assignmentId: string,
  verification: AddressVerification,
  { slot, at }: { readonly slot: PlaceholderSlot; readonly at: string },
): CaptureRecord => ({
  assignmentId,
  slot,
  sha256: placeholderDigest(slot),
  size: placeholderJpeg(slot).length,
  contentType: 'image/jpeg',
  capturedAt: at,
  clockOffsetMs: 0,
  fixes: [{ ...simulatedPositionOf(verification), accuracyMetres: 8.4, at }],
  source: 'viewfinder',
  deviceId: telephoneOf().id,
})

/** Photos as they stand once uploaded, signed like a person's. */
const photosOf = (
  assignment: Assignment,
  verification: AddressVerification,
  slots: readonly PlaceholderSlot[],
  nowMs: number,
): readonly Photo[] =>
  slots.map(slot => {
    const at = new Date(nowMs).toISOString()
    const record = recordOf(toAssignmentId(assignment), verification, { slot, at })
    const statement = { record, signed: signRecord(record, telephoneOf().key) }
    const photo = toPendingPhoto(verificationKeyOf(verification), statement, { by: simulatedAgent, nowMs })
    return { ...photo, state: 'stored', storedAt: at, shownSha256: photo.sha256, ...placeholderSize }
  })

export const storePlaceholders = async (slots: readonly PlaceholderSlot[]): Promise<void> => {
  await Promise.all(slots.map(storeOnce))
}

export const capturePlaceholders = async (
  assignment: Assignment,
  verification: AddressVerification,
  slots: readonly PlaceholderSlot[],
  nowMs: number,
): Promise<readonly Photo[]> => {
  const photos = photosOf(assignment, verification, slots, nowMs)
  const at = new Date(nowMs).toISOString()
  if (photos.length > 0)
    await savePhotoRecords(verificationKeyOf(verification), photos, { by: simulatedAgent, at })
  return photos
}
