import { eventDays } from '../table/retention.ts'
import type { VerificationKey } from '../table/tenant.ts'
import type { RecordedEvent, TrailEntryRef } from '../trail/entry.ts'
import { readActs } from '../trail/page-store.ts'
import { bodyDigest, unpack } from './body.ts'
import { revisionEventId } from './event.ts'
import { findEvent } from './store.ts'

/** Null for what was not stored. */
export interface Publication {
  readonly event: { readonly id: string; readonly sha256: string } | null
  readonly rules: { readonly transitions?: number; readonly flags?: number }
  readonly trail: TrailEntryRef | null
}

export const noPublication: Publication = { event: null, rules: {}, trail: null }

interface PublicationFacts {
  readonly eventId: string
  readonly sha256: string
}

export const publicationIn = (
  events: readonly (TrailEntryRef & { readonly what: string; readonly facts?: object })[],
  id: string,
): Publication | undefined => {
  const told = events.find(
    ({ what, facts }) => what === 'told' && (facts as PublicationFacts | undefined)?.eventId === id,
  )
  if (!told) return undefined
  const { eventId, sha256, ...rules } = told.facts as PublicationFacts
  return { event: { id: eventId, sha256 }, rules, trail: { n: told.n, digest: told.digest } }
}

export const findPublication = async (
  key: VerificationKey,
  nowMs: number,
): Promise<Publication | undefined> =>
  publicationIn(await readActs(key, nowMs), revisionEventId(key.verificationId, 1))

export const findPublicationOrRevision = async (
  key: VerificationKey,
  {
    revision,
    endedAt,
    trail,
  }: { readonly revision: number; readonly endedAt: string; readonly trail: readonly RecordedEvent[] },
  nowMs: number,
): Promise<Publication | undefined> => {
  const id = revisionEventId(key.verificationId, revision)
  const told = publicationIn(trail, id)
  if (told) return told
  const event = await findEvent(key, id, nowMs)
  if (event) {
    // Both are written at once: what was told after the trail was read is in it by now.
    const since = publicationIn(await readActs(key, nowMs), id)
    // Only identity events are encrypted by themselves, so that this needs no secret.
    const sha256 = bodyDigest(unpack(event.body).split('\n')[0]!)
    return since ?? { ...noPublication, event: { id, sha256 } }
  }
  const isLongAgo = Date.parse(endedAt) + eventDays * 86_400_000 < nowMs
  return isLongAgo ? noPublication : undefined
}
