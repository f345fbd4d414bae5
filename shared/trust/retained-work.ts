import { findAssignment, findBackCheck } from '../assignment/store.ts'
import { eraseDisputes, listDisputes } from '../dispute/store.ts'
import { eraseContactAttempts, listStoredContactAttempts } from '../employer/contact/attempt-store.ts'
import { eraseDocuments, listDocuments } from '../evidence/document-store.ts'
import { incomingPrefix } from '../evidence/photo.ts'
import { eraseRecords, findPhotos } from '../evidence/photo-store.ts'
import { findFirstUse } from '../evidence/reuse-store.ts'
import { eraseLinks, listLinks } from '../link/store.ts'
import type { VerificationKey } from '../table/tenant.ts'
import { evidenceKey } from '../verification/report.ts'

/** Also what has expired: what is there is kept. */
const anyTime = 0

const photosShownFirst = async (key: VerificationKey): Promise<readonly object[]> => {
  const { organisationId, mode, verificationId } = key
  const photos = await findPhotos(key, anyTime)
  const seen = await Promise.all(
    photos.map(async ({ sha256 }) => ({ ...(await findFirstUse(mode, sha256)), sha256 })),
  )
  return seen.filter(one => one.organisationId === organisationId && one.verificationId === verificationId)
}

export const retainedWork = {
  assignment: async key =>
    [await findAssignment(key), await findBackCheck(key)].filter(work => work !== undefined),
  contactAttempt: listStoredContactAttempts,
  link: listLinks,
  dispute: listDisputes,
  photo: key => findPhotos(key, anyTime),
  photoHash: photosShownFirst,
  document: key => listDocuments(key, anyTime),
} as const satisfies Readonly<Record<string, (key: VerificationKey) => Promise<readonly object[]>>>

/** Prefixes of its photos in the media bucket: as they came, and as they are shown. */
export const mediaOf = (key: VerificationKey) => ({
  uploads: incomingPrefix(key),
  photos: evidenceKey({ ...key, id: key.verificationId }, ''),
})

/** The assignments go with their record. Returns how much there was; a dry run deletes none. */
export const eraseWork = async (key: VerificationKey, isDry: boolean) => ({
  records: await eraseRecords(key, isDry),
  documents: await eraseDocuments(key, isDry),
  links: await eraseLinks(key, isDry),
  disputes: await eraseDisputes(key, isDry),
  contacts: await eraseContactAttempts(key, isDry),
})
