import { eraseBackCheck, findWorkKeys } from '../work/assignment/back-check-store.ts'
import { erasePlaceNotes } from '../work/assignment/place-note-store.ts'
import { findAssignment } from '../work/assignment/store.ts'
import { incomingPrefix } from '../evidence/photo.ts'
import { eraseRecords, findPhotos, listStoredPhotos } from '../evidence/photo-store.ts'
import { eraseLooks, findFirstUse, listLooks } from '../evidence/reuse-store.ts'
import type { VerificationKey } from '../table/tenant.ts'
import { agentCaseKeys, deleteCaseKeys } from '../case/index-store.ts'
import { findStored } from '../verification/person-store.ts'
import { evidenceKey } from '../verification/report.ts'

/** Also what has expired: what is there is kept. */
const anyTime = 0

type ListWork = (key: VerificationKey) => Promise<readonly object[]>

/** Of the verification and of its back-check. */
const ofAllWork =
  (list: ListWork): ListWork =>
  async key =>
    (await Promise.all((await findWorkKeys(key)).map(list))).flat()

const photosShownFirst: ListWork = async key => {
  const { organisationId, mode, verificationId } = key
  const photos = await findPhotos(key, anyTime)
  const seen = await Promise.all(
    photos.map(async ({ sha256 }) => ({ ...(await findFirstUse(mode, sha256)), sha256 })),
  )
  return seen.filter(one => one.organisationId === organisationId && one.verificationId === verificationId)
}

/** What is found by more than its kind. */
export const retainedWork = {
  assignment: ofAllWork(async key => [await findAssignment(key)].filter(work => work !== undefined)),
  photo: ofAllWork(listStoredPhotos),
  photoHash: ofAllWork(photosShownFirst),
  photoLook: ofAllWork(async key => listLooks(key, await findPhotos(key, anyTime))),
} as const satisfies Readonly<Record<string, ListWork>>

/** Prefixes of its photos in the media bucket: as they came, and as they are shown. */
export const mediaOf = (key: VerificationKey) => ({
  uploads: incomingPrefix(key),
  photos: evidenceKey({ ...key, id: key.verificationId }, ''),
})

export const sumOver = async (
  keys: readonly VerificationKey[],
  count: (key: VerificationKey) => Promise<number>,
): Promise<number> => {
  let sum = 0
  for (const key of keys) sum += await count(key)
  return sum
}

/** The assignment goes with its record, that of a back-check here. Returns how much there was; a dry run deletes none. */
export const eraseWork = async (key: VerificationKey, isDry: boolean) => {
  if (!isDry) await eraseBackCheck(key)
  if (!isDry) await deleteCaseKeys(agentCaseKeys(await findAssignment(key)))
  const keys = await findWorkKeys(key)
  const record = await findStored(key, key.verificationId)
  // Before the photos go by which they are found.
  if (!isDry) for (const each of keys) await eraseLooks(each, await findPhotos(each, anyTime))
  return {
    records: await sumOver(keys, each => eraseRecords(each, isDry)),
    // The record has the address by which they are found, until a tombstone stands in its place.
    placeNotes: record && 'street' in record ? await erasePlaceNotes(keys, record, isDry) : 0,
  }
}
