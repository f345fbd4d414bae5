import { retentionDays } from '../table/retention.ts'
import type { VerificationKey } from '../table/tenant.ts'
import type { TrailEntry } from '../trail/contract.ts'
import { readTrail } from '../trail/store.ts'
import { eventOfRevision } from './event.ts'
import { unpack } from './packing.ts'
import { findEvent } from './store.ts'
import { bodyDigest, nothingTold, type Told, toldIn } from './told.ts'

/** How an end was told, as its trail says. */
export const findTold = async (key: VerificationKey, nowMs: number): Promise<Told | undefined> =>
  toldIn(await readTrail(key, nowMs), eventOfRevision(key.verificationId, 1))

/** A decision that stands, or stood, and the trail of its verification. */
export interface Decision {
  readonly revision: number
  /** ISO 8601. */
  readonly endedAt: string
  readonly trail: readonly TrailEntry[]
}

/**
 * How a decision of a verification was told that has this trail, or, if it was told before trails said so, as far as it is
 * kept. Absent while it is still to be told.
 */
export const findToldOrKept = async (
  key: VerificationKey,
  { revision, endedAt, trail }: Decision,
  nowMs: number,
): Promise<Told | undefined> => {
  const id = eventOfRevision(key.verificationId, revision)
  const told = toldIn(trail, id)
  if (told) return told
  const event = await findEvent(key, id, nowMs)
  // The table's driver has opened it: a seal of its own has a look-up's alone.
  if (event) return { ...nothingTold, event: { id, sha256: bodyDigest(unpack(event.body)) } }
  const isLongAgo = Date.parse(endedAt) + retentionDays.event * 86_400_000 < nowMs
  return isLongAgo ? nothingTold : undefined
}
