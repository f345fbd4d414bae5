import { getWithCompacted } from '../table/compaction-store.ts'
import { database } from '../table/driver.ts'
import { unlessExpired } from '../table/retention.ts'
import type { VerificationKey } from '../table/tenant.ts'
import type { Slot } from './contract.ts'
import type { Photo } from './photo.ts'
import { photosIn, photosItemKey, type StoredPhotos } from './photo-store.ts'

const stored = (key: VerificationKey): Promise<StoredPhotos | undefined> =>
  getWithCompacted<StoredPhotos>(key, photosItemKey(key))

/** Also those that an object holds. Sorted by slot. */
export const findPhotos = async (key: VerificationKey, nowMs: number): Promise<readonly Photo[]> =>
  photosIn(unlessExpired(await stored(key), nowMs))

/** Also what has expired, each with when it goes: in seconds since 1970. */
export const listStoredPhotos = async (
  key: VerificationKey,
): Promise<readonly (Photo & Pick<StoredPhotos, 'expiresAt'>)[]> => {
  const found = await stored(key)
  return photosIn(found).map(photo => ({ ...photo, expiresAt: found!.expiresAt }))
}

export const findPhoto = async (
  key: VerificationKey,
  slot: Slot,
  nowMs: number,
): Promise<Photo | undefined> => (await findPhotos(key, nowMs)).find(photo => photo.slot === slot)

/** Returns how many; a dry run deletes none. What an object holds goes with the trail’s facts. */
export const eraseRecords = async (key: VerificationKey, isDry: boolean): Promise<number> => {
  const found = await stored(key)
  if (found && !isDry) await database.write({ delete: photosItemKey(key) })
  return photosIn(found).length
}
