import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { sendableCheck } from '../work/assignment/store.ts'
import { BusyError } from '../aws/errors.ts'
import { again, retry } from '../aws/retry.ts'
import { database } from '../table/driver.ts'
import { absent, failureOf } from '../table/port.ts'
import { expiresAt, unlessExpired } from '../table/retention.ts'
import type { VerificationKey } from '../table/tenant.ts'
import type { TrailEvent } from '../trail/entry.ts'
import { writeWithTrail } from '../trail/store.ts'
import type { Slot } from './contract.ts'
import { photoKind, photosKey } from './photo-kinds.ts'
import type { Photo } from './photo.ts'

/** All photos of a visit are one item, which is stated in one write and settled in another. */
export interface StoredPhotos {
  /** JSON of all of them, by DEFLATE (RFC 1951). */
  readonly packed: Uint8Array
  /** Number of changes, for the condition. */
  readonly version: number
  /** With the last record. */
  readonly expiresAt: number
}

const photosItemKey = (key: VerificationKey) => photosKey(key, key.verificationId)

const stored = (key: VerificationKey): Promise<StoredPhotos | undefined> =>
  database.get<StoredPhotos>(photosItemKey(key), { consistent: true })

const photosIn = (found: StoredPhotos | undefined): readonly Photo[] =>
  found ? JSON.parse(inflateRawSync(found.packed).toString()) : []

/** Sorted by slot. */
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

export interface PhotoActor {
  readonly by: string
  readonly at: string
}

interface PhotoChange {
  readonly photos: readonly Photo[]
  readonly events: readonly TrailEvent[]
  readonly expiresAt?: number
}

/** Each that fails means that another change of the same photos succeeded. */
const changeTries = 12

/**
 * Changes the photos as they stand. False if the change finds nothing to do, or the agent may send nothing of the visit. An
 * erasure between read and write takes the work with it, so that nothing comes back. @throws BusyError
 */
const changePhotos = (
  key: VerificationKey,
  { by, at }: PhotoActor,
  change: (standing: readonly Photo[]) => PhotoChange | undefined,
): Promise<boolean> =>
  retry(
    { times: changeTries },
    async () => {
      const found = await stored(key)
      const changed = change(photosIn(found))
      if (!changed) return false
      const { version = 0 } = found ?? {}
      const write = {
        put: {
          ...photosItemKey(key),
          packed: deflateRawSync(JSON.stringify(changed.photos)),
          version: version + 1,
          expiresAt: changed.expiresAt ?? found?.expiresAt ?? expiresAt(at, photoKind.days),
        },
        condition: found ? { when: '#version = :version', values: { version } } : absent,
      }
      const writes = { photos: write, work: sendableCheck(key, by) }
      const failure = await failureOf(writeWithTrail(key, at, changed.events, writes))
      if (!failure) return true
      return failure.failed.has('work') ? false : again()
    },
    () => new BusyError('Others kept changing the photos of a visit'),
  )

/** The trail's entry; a photo whose bytes came before its record is stored, too. */
const eventsOf = ({ slot, sha256, source, state }: Photo, by: string): readonly TrailEvent[] => [
  { what: 'captured', by, facts: { slot, sha256, source } },
  ...(state === 'stored' ? [{ what: 'uploaded', by, facts: { slot, sha256 } } as const] : []),
]

const inOrder = (one: Photo, other: Photo): number => (one.slot < other.slot ? -1 : 1)

/**
 * All or none. False if a later photo is in one of the slots, or the agent may send nothing of the visit. An older photo
 * never replaces a newer one, however late it arrives. What an earlier, lost response left counts as success.
 */
export const savePhotoRecords = async (
  key: VerificationKey,
  photos: readonly Photo[],
  actor: PhotoActor,
): Promise<boolean> => {
  let isThere = false
  const isSaved = await changePhotos(key, actor, standing => {
    const inSlot = new Map(standing.map(photo => [photo.slot, photo]))
    isThere = photos.every(({ slot, signed }) => inSlot.get(slot)?.signed === signed)
    const isLater = photos.every(({ slot, takenAt }) => {
      const before = inSlot.get(slot)
      return before === undefined || before.takenAt < takenAt
    })
    if (isThere || !isLater) return undefined
    for (const photo of photos) inSlot.set(photo.slot, photo)
    return {
      photos: [...inSlot.values()].toSorted(inOrder),
      events: photos.flatMap(photo => eventsOf(photo, actor.by)),
      expiresAt: expiresAt(actor.at, photoKind.days),
    }
  })
  return isSaved || isThere
}

export type SettleResult = Pick<
  Photo,
  'state' | 'refusal' | 'storedAt' | 'width' | 'height' | 'shownSha256' | 'digest'
>

export interface SettledPhoto {
  readonly photo: Photo
  readonly result: SettleResult
}

const settleEvent = ({ photo: { slot, sha256 }, result }: SettledPhoto, by: string): TrailEvent => {
  const { state, refusal } = result
  const what = state === 'stored' ? 'uploaded' : 'refusedPhoto'
  return { what, by, facts: { slot, sha256, ...(refusal && { refusal }) } }
}

/**
 * Settles those that still stand in their slots as they were, unsettled. False if there is none, or the agent may send
 * nothing of the visit.
 */
export const savePhotoResults = (
  key: VerificationKey,
  settled: readonly SettledPhoto[],
  actor: PhotoActor,
): Promise<boolean> =>
  changePhotos(key, actor, standing => {
    const isStill = ({ photo }: SettledPhoto): boolean =>
      standing.some(
        ({ slot, signed, state }) => slot === photo.slot && signed === photo.signed && state === 'awaited',
      )
    const still = settled.filter(isStill)
    if (still.length === 0) return undefined
    const resultOf = ({ slot }: Photo) => still.find(({ photo }) => photo.slot === slot)?.result
    return {
      photos: standing.map(photo => ({ ...photo, ...resultOf(photo) })),
      events: still.map(each => settleEvent(each, actor.by)),
    }
  })

/** Returns how many; a dry run deletes none. */
export const eraseRecords = async (key: VerificationKey, isDry: boolean): Promise<number> => {
  const found = await stored(key)
  if (found && !isDry) await database.write({ delete: photosItemKey(key) })
  return photosIn(found).length
}
