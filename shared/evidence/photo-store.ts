import type { Assignment } from '../assignment/assignment.ts'
import { heldCheck, openChecks } from '../assignment/store.ts'
import { database } from '../table/driver.ts'
import { photoKey, photosQuery } from '../table/keys.ts'
import { queryAll } from '../table/paging.ts'
import { conditionsMet, type Key } from '../table/port.ts'
import { expiresAt, retentionDays, unlessExpired } from '../table/retention.ts'
import type { VerificationKey } from '../table/tenant.ts'
import type { TrailEvent } from '../trail/entry.ts'
import { writeWithTrail } from '../trail/store.ts'
import type { Slot } from './contract.ts'
import type { Photo } from './photo.ts'

type StoredPhoto = Photo & Key & { readonly expiresAt: number }

const keyOf = (key: VerificationKey, slot: Slot): Key => photoKey(key, key.verificationId, slot)

const stored = (key: VerificationKey) =>
  queryAll<StoredPhoto>({ ...photosQuery(key, key.verificationId), consistent: true })

/** Sorted by slot. */
export const findPhotos = async (key: VerificationKey, nowMs: number): Promise<readonly Photo[]> =>
  (await stored(key)).filter(photo => unlessExpired(photo, nowMs))

export const findPhoto = async (
  key: VerificationKey,
  slot: Slot,
  nowMs: number,
): Promise<Photo | undefined> =>
  unlessExpired(await database.get<StoredPhoto>(keyOf(key, slot), { consistent: true }), nowMs)

export interface PhotoActor {
  readonly by: string
  readonly at: string
}

const put = (photo: Photo, at: string) => ({
  put: { ...keyOf(photo, photo.slot), ...photo, expiresAt: expiresAt(at, retentionDays.photo) },
  // An older photo never replaces a newer one, however late it arrives.
  condition: {
    when: 'attribute_not_exists(#pk) OR #takenAt < :takenAt',
    values: { takenAt: photo.takenAt },
    opensItem: () => true,
  },
})

/** The trail's entry; a photo whose bytes came before its record is stored, too. */
const eventsOf = ({ slot, sha256, source, state }: Photo, by: string): readonly TrailEvent[] => [
  { what: 'captured', by, facts: { slot, sha256, source } },
  ...(state === 'stored' ? [{ what: 'uploaded', by, facts: { slot, sha256 } } as const] : []),
]

type PhotographedWork = VerificationKey & Pick<Assignment, 'backCheckOf'>

/** All or none. False if a later photo is in one of the slots, or the agent no longer holds the visit. */
export const savePhotoRecords = (
  key: PhotographedWork,
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

export type SettleResult = Pick<
  Photo,
  'state' | 'refusal' | 'storedAt' | 'width' | 'height' | 'shownSha256' | 'digests'
>

/** False if the slot has another photo or is settled, or the agent no longer holds the visit. */
export const savePhotoResult = (
  key: PhotographedWork,
  { slot, sha256 }: Photo,
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

/** Returns how many; a dry run deletes none. */
export const eraseRecords = async (key: VerificationKey, isDry: boolean): Promise<number> => {
  const found = await stored(key)
  if (!isDry) for (const { pk, sk } of found) await database.write({ delete: { pk, sk } })
  return found.length
}
