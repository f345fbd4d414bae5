import { defineKind, encrypted, plain, type Told, verificationItem } from '../table/kind.ts'
import { recordDays, uploadDays } from '../table/retention.ts'
import type { Tenant } from '../table/tenant.ts'

/**
 * Capture records of a verification's photos, packed.
 * `<t>#verification#<id>`, `photos`; read by photos, report, getFile, erasure.
 */
export const photoKind = defineKind({
  name: 'photo',
  sortKey: 'photos',
  attributes: { version: plain, packed: encrypted },
  days: recordDays,
})

export const photoTold = {
  kind: photoKind,
  what: 'capture record of a photo (table)',
  holds: 'where a device was and when, as it signed it; the digest of the photo; who took it',
  after: 'it came',
  erased: 'deleted',
} as const satisfies Told

export const storedPhotoKind = defineKind({
  name: 'storedPhoto',
  days: recordDays,
})

export const storedPhotoTold = {
  kind: storedPhotoKind,
  what: 'photo (bucket)',
  holds: 'the evidence; an applicant’s documents, and photos of their house that came with an order',
  after: 'it was taken',
  erased: 'deleted, and no link to it works any more',
} as const satisfies Told

export const uploadKind = defineKind({
  name: 'upload',
  days: uploadDays,
})

export const uploadTold = {
  kind: uploadKind,
  what: 'upload of a photo (bucket)',
  holds:
    'the photo as it was taken, with the metadata of the device; a re-encoded copy of a photo in an order',
  until: `it was re-encoded, ${uploadDays} days at most; the copy as long`,
  erased: 'deleted',
} as const satisfies Told

export const photosKey = (of: Tenant, id: number) => verificationItem(of, id, 'photos')
