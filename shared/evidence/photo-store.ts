import { database } from '../table/driver.ts'
import { photoKey, photosQuery } from '../table/keys.ts'
import { queryAll } from '../table/paging.ts'
import { conditionsMet, type Key } from '../table/port.ts'
import { expiresAt, retentionDays, unlessExpired } from '../table/retention.ts'
import type { VerificationKey } from '../table/tenant.ts'
import type { TrailEvent } from '../trail/entry.ts'
import { writeWithTrail } from '../trail/store.ts'
import { heldCheck, openChecks } from '../assignment/store.ts'
import type { Slot } from './contract.ts'
import type { Photo } from './photo.ts'

type StoredPhoto = Photo & Key & { readonly expiresAt: number }

const keyOf = (key: VerificationKey, slot: Slot): Key => photoKey(key, key.verificationId, slot)

const stored = (key: VerificationKey) =>
  queryAll<StoredPhoto>({ ...photosQuery(key, key.verificationId), consistent: true })

/** All photos of a verification that stand in a slot, in the order of slots' names. */
export const findPhotos = async (key: VerificationKey, nowMs: number): Promise<readonly Photo[]> =>
  (await stored(key)).filter(photo => unlessExpired(photo, nowMs))

export const findPhoto = async (
  key: VerificationKey,
  slot: Slot,
  nowMs: number,
): Promise<Photo | undefined> =>
  unlessExpired(await database.get<StoredPhoto>(keyOf(key, slot), { consistent: true }), nowMs)

/** Who does something about photos, and when (ISO 8601). */
export interface PhotoActor {
  readonly by: string
  readonly at: string
}

const put = (photo: Photo, at: string) => ({
  put: {
    ...keyOf(photo, photo.slot),
    ...photo,
    expiresAt: expiresAt(at, retentionDays.photo),
  },
  // An older one never replaces a newer one, however late it comes.
  condition: {
    when: 'attribute_not_exists(#pk) OR #takenAt < :takenAt',
    values: { takenAt: photo.takenAt },
    opensItem: true,
  } as const,
})

/** That it was captured; and, of one whose bytes were there before its record, that they came. */
const eventsOf = ({ slot, sha256, source, state }: Photo, by: string): readonly TrailEvent[] => [
  { what: 'captured', by, facts: { slot, sha256, source } },
  ...(state === 'stored' ? [{ what: 'uploaded', by, facts: { slot, sha256 } } as const] : []),
]

/**
 * Puts photos into their slots, all or none. Answers false if a later one stands in one of them, or the visit is not
 * this agent's to report (any more).
 */
export const savePhotoRecords = (
  key: VerificationKey,
  photos: readonly Photo[],
  { by, at }: PhotoActor,
): Promise<boolean> =>
  conditionsMet(
    writeWithTrail(
      key,
      at,
      photos.flatMap(photo => eventsOf(photo, by)),
      ...photos.map(photo => put(photo, at)),
      heldCheck(key, by),
      ...openChecks(key),
    ),
    found => photos.every(({ signed }, index) => found[index]?.signed === signed),
  )

/** What came of a photo's bytes. */
export type SettleResult = Pick<Photo, 'state' | 'refusal' | 'storedAt' | 'width' | 'height' | 'shownSha256'>

/**
 * Keeps what came of a photo's bytes. Answers false if another photo stands in its slot by now, something came of it
 * already, or the visit is not this agent's to report (any more).
 */
export const savePhotoResult = (
  { slot, sha256, ...key }: Photo,
  settled: SettleResult,
  { by, at }: PhotoActor,
): Promise<boolean> => {
  const { state, refusal } = settled
  const what = state === 'stored' ? 'uploaded' : 'refusedPhoto'
  return conditionsMet(
    writeWithTrail(
      key,
      at,
      [{ what, by, facts: { slot, sha256, ...(refusal && { refusal }) } }],
      {
        update: keyOf(key, slot),
        set: settled,
        condition: {
          when: '#sha256 = :sha256 AND #state = :awaited',
          values: { sha256, awaited: 'awaited' },
        },
      },
      heldCheck(key, by),
      ...openChecks(key),
    ),
  )
}

/** Deletes all records of photos of a verification. Answers how many, in a dry run without deleting any. */
export const eraseRecords = async (key: VerificationKey, isDry: boolean): Promise<number> => {
  const found = await stored(key)
  if (!isDry) for (const { pk, sk } of found) await database.write({ delete: { pk, sk } })
  return found.length
}
