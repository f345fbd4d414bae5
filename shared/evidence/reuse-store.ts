import { toAssignmentId } from '../work/assignment/assignment.ts'
import type { PhotoSighting } from '../work/assignment/visit.ts'
import { database } from '../table/driver.ts'
import { absent, conditionsMet } from '../table/port.ts'
import { type Expirable, expiresAt, unlessExpired } from '../table/retention.ts'
import type { Mode, VerificationKey } from '../table/tenant.ts'
import { isAlike, keyOfDigest, likelyKeys } from './perceptual-digest.ts'
import type { Photo } from './photo.ts'
import {
  lastPlaceKind,
  lastPositionKey,
  photoHashKey,
  photoHashKind,
  photoLookKey,
  photoLookKind,
} from './reuse-kinds.ts'

/** Records which verification shows a photo. Answers whether another one did before. Idempotent. */
const isSeenElsewhere = async (
  { organisationId, mode, verificationId }: VerificationKey,
  sha256: string,
  at: string,
): Promise<boolean> =>
  !(await conditionsMet(
    database.write({
      put: {
        organisationId,
        verificationId,
        ...photoHashKey(mode, sha256),
        expiresAt: expiresAt(at, photoHashKind.days),
      },
      condition: {
        when: 'attribute_not_exists(#pk) OR (#organisationId = :organisationId AND #verificationId = :verificationId)',
        values: { organisationId, verificationId },
      },
    }),
  ))

/** By digest of a photo, where another one stands that it is, or looks like. */
type SightingsByDigest = ReadonlyMap<string, PhotoSighting>

const toSighting = (
  mode: Mode,
  { sha256, ...key }: Pick<PhotoLook, 'organisationId' | 'verificationId' | 'sha256'>,
): PhotoSighting => ({ id: toAssignmentId({ ...key, mode }), sha256 })

export const findFirstUse = (mode: Mode, sha256: string) =>
  database.get<Omit<VerificationKey, 'mode'>>(photoHashKey(mode, sha256))

/** Photos that other verifications have shown before. */
export const findReusedPhotos = async (
  key: VerificationKey,
  digests: readonly string[],
  at: string,
): Promise<SightingsByDigest> => {
  const { mode } = key
  const uses = await Promise.all(
    digests.map(async sha256 => {
      const first = (await isSeenElsewhere(key, sha256, at)) ? await findFirstUse(mode, sha256) : undefined
      return first && toSighting(mode, { ...first, sha256 })
    }),
  )
  return new Map(uses.flatMap(use => (use ? [[use.sha256, use] as const] : [])))
}

interface PhotoLook extends Omit<VerificationKey, 'mode'>, Expirable {
  readonly sha256: string
  readonly digest: string
}

const isOwn = (
  { organisationId, verificationId }: VerificationKey,
  look: Omit<VerificationKey, 'mode'>,
): boolean => look.organisationId === organisationId && look.verificationId === verificationId

type SeenPhoto = Pick<Photo, 'sha256' | 'digest'>

/** The first photo of a key stays: two that share 32 bits and are not alike are rare, and the later is not found. */
const saveLook = async (key: VerificationKey, { sha256, digest }: SeenPhoto, at: string) => {
  if (digest === undefined) return
  const { organisationId, mode, verificationId } = key
  await conditionsMet(
    database.write({
      put: {
        organisationId,
        verificationId,
        sha256,
        digest,
        ...photoLookKey(mode, keyOfDigest(digest)),
        expiresAt: expiresAt(at, photoLookKind.days),
      },
      condition: absent,
    }),
  )
}

const digestsIn = (photos: readonly SeenPhoto[]): readonly string[] =>
  photos.flatMap(({ digest }) => digest ?? [])

/**
 * Photos that look like one of another verification. Idempotent. Two reports of one moment may miss each other, as each
 * reads after its own write.
 */
export const findAlikePhotos = async (
  key: VerificationKey,
  photos: readonly SeenPhoto[],
  at: string,
): Promise<SightingsByDigest> => {
  await Promise.all(photos.map(photo => saveLook(key, photo, at)))
  const keys = new Set(digestsIn(photos).flatMap(likelyKeys))
  const looks = await database.getMany<PhotoLook>([...keys].map(each => photoLookKey(key.mode, each)))
  const others = looks.filter(look => !isOwn(key, look) && unlessExpired(look, Date.parse(at)))
  return new Map(
    photos.flatMap(({ sha256, digest }) => {
      const other = digest === undefined ? undefined : others.find(look => isAlike(digest, look.digest))
      return other ? [[sha256, toSighting(key.mode, other)] as const] : []
    }),
  )
}

/** What photos of a verification are found by, where it showed them first. */
export const listLooks = async (
  key: VerificationKey,
  photos: readonly SeenPhoto[],
): Promise<readonly PhotoLook[]> => {
  const kept = new Set(digestsIn(photos).map(keyOfDigest))
  const looks = await database.getMany<PhotoLook>([...kept].map(each => photoLookKey(key.mode, each)))
  return looks.filter(look => isOwn(key, look))
}

export const eraseLooks = async (key: VerificationKey, photos: readonly SeenPhoto[]): Promise<void> => {
  for (const { digest } of await listLooks(key, photos))
    await database.write({ delete: photoLookKey(key.mode, keyOfDigest(digest)) })
}

/** By the server's clock; degrees, WGS 84. */
export interface TimedPosition {
  readonly latitude: number
  readonly longitude: number
  readonly at: string
}

export const findLastPosition = (mode: Mode, workerId: string): Promise<TimedPosition | undefined> =>
  database.get<TimedPosition>(lastPositionKey(mode, workerId), { consistent: true })

export const saveLastPosition = async (
  mode: Mode,
  workerId: string,
  position: TimedPosition,
): Promise<void> => {
  const { latitude, longitude, at } = position
  const stored = { latitude, longitude, at, expiresAt: expiresAt(at, lastPlaceKind.days) }
  await database.write({ put: { ...lastPositionKey(mode, workerId), ...stored } })
}
