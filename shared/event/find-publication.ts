import { retentionDays } from '../table/retention.ts'
import type { VerificationKey } from '../table/tenant.ts'
import type { TrailEntry } from '../trail/contract.ts'
import { readTrail } from '../trail/store.ts'
import { revisionEventId } from './event.ts'
import { unpack } from './packing.ts'
import { findEvent } from './store.ts'
import { bodyDigest, noPublication, type Publication, publicationIn } from './publication.ts'

/** How an end was told, as its trail says. */
export const findPublication = async (
  key: VerificationKey,
  nowMs: number,
): Promise<Publication | undefined> =>
  publicationIn(await readTrail(key, nowMs), revisionEventId(key.verificationId, 1))

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
export const findPublicationOrRevision = async (
  key: VerificationKey,
  { revision, endedAt, trail }: Decision,
  nowMs: number,
): Promise<Publication | undefined> => {
  const id = revisionEventId(key.verificationId, revision)
  const told = publicationIn(trail, id)
  if (told) return told
  const event = await findEvent(key, id, nowMs)
  // The table's driver has opened it: a seal of its own has a look-up's alone.
  if (event) return { ...noPublication, event: { id, sha256: bodyDigest(unpack(event.body)) } }
  const isLongAgo = Date.parse(endedAt) + retentionDays.event * 86_400_000 < nowMs
  return isLongAgo ? noPublication : undefined
}
