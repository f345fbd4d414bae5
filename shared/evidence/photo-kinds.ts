import { defineKind, encrypted, plain, verificationItem } from '../table/kind.ts'
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
  what: 'capture record of a photo (table)',
  holds: 'where a device was and when, as it signed it; the digest of the photo; who took it',
  days: recordDays,
  after: 'it came',
  erased: 'deleted',
})

export const storedPhotoKind = defineKind({
  name: 'storedPhoto',
  what: 'photo (bucket)',
  holds: 'the evidence; an applicant’s documents, and photos of their house that came with an order',
  days: recordDays,
  after: 'it was taken',
  erased: 'deleted, and no link to it works any more',
})

export const uploadKind = defineKind({
  name: 'upload',
  what: 'upload of a photo (bucket)',
  holds:
    'the photo as it was taken, with the metadata of the device; a re-encoded copy of a photo in an order',
  days: uploadDays,
  until: `it was re-encoded, ${uploadDays} days at most; the copy as long`,
  erased: 'deleted',
})

export const photosKey = (of: Tenant, id: number) => verificationItem(of, id, 'photos')
