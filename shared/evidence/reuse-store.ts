import { database } from '../table/driver.ts'
import { lastPositionKey, photoHashKey } from '../table/keys.ts'
import { conditionsMet } from '../table/port.ts'
import { expiresAt, retentionDays } from '../table/retention.ts'
import type { Mode, VerificationKey } from '../table/tenant.ts'

/** Records which verification shows a photo. Answers whether another one did before. Idempotent. */
const isSeenElsewhere = async (
  { organisationId, mode, verificationId }: VerificationKey,
  sha256: string,
  at: string,
): Promise<boolean> =>
  !(await conditionsMet(
    database.write({
      put: {
        ...{ organisationId, verificationId },
        ...photoHashKey(mode, sha256),
        expiresAt: expiresAt(at, retentionDays.photoHash),
      },
      condition: {
        when: 'attribute_not_exists(#pk) OR (#organisationId = :organisationId AND #verificationId = :verificationId)',
        values: { organisationId, verificationId },
      },
    }),
  ))

/** Digests of photos that other verifications have shown before. */
export const findReusedPhotos = async (
  key: VerificationKey,
  digests: readonly string[],
  at: string,
): Promise<readonly string[]> => {
  const isSeen = await Promise.all(digests.map(sha256 => isSeenElsewhere(key, sha256, at)))
  return digests.filter((_, index) => isSeen[index])
}

export const findFirstUse = (mode: Mode, sha256: string) =>
  database.get<Omit<VerificationKey, 'mode'>>(photoHashKey(mode, sha256))

/** By the server's clock; degrees, WGS 84. */
export interface TimedPosition {
  readonly latitude: number
  readonly longitude: number
  readonly at: string
}

export const findLastPosition = (mode: Mode, workerId: string): Promise<TimedPosition | undefined> =>
  database.get<TimedPosition>(lastPositionKey(mode, workerId), { consistent: true })

export const saveLastPosition = async (mode: Mode, workerId: string, place: TimedPosition): Promise<void> => {
  const { latitude, longitude, at } = place
  const stored = { latitude, longitude, at, expiresAt: expiresAt(at, retentionDays.lastPlace) }
  await database.write({ put: { ...lastPositionKey(mode, workerId), ...stored } })
}
