import { isDeepStrictEqual } from 'node:util'
import { heldCheck } from '../assignment/store.ts'
import { database } from '../table/driver.ts'
import { photoKey, photosQuery } from '../table/keys.ts'
import { queryAll } from '../table/paging.ts'
import { conditionsMet, type Item, type Key } from '../table/port.ts'
import { expiresAt, retentionDays, unlessExpired } from '../table/retention.ts'
import type { VerificationKey } from '../table/tenant.ts'
import type { TrailEvent } from '../trail/entry.ts'
import { writeWithTrail } from '../trail/store.ts'
import { readRecord } from './capture-record.ts'
import type { Slot } from './contract.ts'
import { packDigests, packRecord, unpackDigests, unpackRecord } from './packed-record.ts'
import type { Photo } from './photo.ts'

/** A photo from before records were packed, or whose record cannot be, is stored whole. */
interface StoredPhoto extends Omit<Photo, 'signed' | 'digests'>, Key {
  readonly signed: string | Uint8Array
  readonly digests?: readonly string[] | Uint8Array
  readonly expiresAt: number
}

/** As it was read when it was stored: positions are rounded. */
const statedIn = (signed: string) => {
  const { assignmentId: _assignment, slot: _slot, sha256: _sha256, ...stated } = readRecord(signed) ?? {}
  return stated
}

const photoIn = ({ signed: kept, digests, ...stored }: StoredPhoto): Photo => {
  const signed = typeof kept === 'string' ? kept : unpackRecord(kept)
  const stated = typeof kept === 'string' ? {} : statedIn(signed)
  return { ...stated, ...stored, signed, ...(digests && { digests: unpackDigests(digests) }) }
}

/** What the device signed says the rest. */
const packed = (photo: Photo): Item => {
  const signed = packRecord(photo.signed)
  if (!signed) return { ...photo }
  const stated: Item = statedIn(photo.signed)
  const own = Object.entries(photo).filter(([name, value]) => !isDeepStrictEqual(stated[name], value))
  return { ...Object.fromEntries(own), signed }
}

const keyOf = (key: VerificationKey, slot: Slot): Key => photoKey(key, key.verificationId, slot)

const stored = (key: VerificationKey) =>
  queryAll<StoredPhoto>({ ...photosQuery(key, key.verificationId), consistent: true })

/** Sorted by slot. */
export const findPhotos = async (key: VerificationKey, nowMs: number): Promise<readonly Photo[]> =>
  (await stored(key)).filter(photo => unlessExpired(photo, nowMs)).map(photoIn)

export const findPhoto = async (
  key: VerificationKey,
  slot: Slot,
  nowMs: number,
): Promise<Photo | undefined> => {
  const found = unlessExpired(await database.get<StoredPhoto>(keyOf(key, slot), { consistent: true }), nowMs)
  return found && photoIn(found)
}

export interface PhotoActor {
  readonly by: string
  readonly at: string
}

const put = (photo: Photo, at: string) => ({
  put: { ...keyOf(photo, photo.slot), ...packed(photo), expiresAt: expiresAt(at, retentionDays.photo) },
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

/** What an earlier, lost response of the same write left. */
const isOf = (found: Item | undefined, signed: string): boolean =>
  found !== undefined && photoIn(found as unknown as StoredPhoto).signed === signed

/** All or none. False if a later photo is in one of the slots, or the agent no longer holds the visit. */
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
    ),
    found => photos.every(({ signed }, index) => isOf(found[index], signed)),
  )

export type SettleResult = Pick<
  Photo,
  'state' | 'refusal' | 'storedAt' | 'width' | 'height' | 'shownSha256' | 'digests'
>

/** False if the slot has another photo or is settled, or the agent no longer holds the visit. */
export const savePhotoResult = (
  key: VerificationKey,
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
        set: { ...settled, ...(settled.digests && { digests: packDigests(settled.digests) }) },
        condition: {
          when: '#sha256 = :sha256 AND #state = :awaited',
          values: { sha256, awaited: 'awaited' },
        },
      },
      heldCheck(key, by),
    ),
  )
}

/** Returns how many; a dry run deletes none. */
export const eraseRecords = async (key: VerificationKey, isDry: boolean): Promise<number> => {
  const found = await stored(key)
  if (!isDry) for (const { pk, sk } of found) await database.write({ delete: { pk, sk } })
  return found.length
}
