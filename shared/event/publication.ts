import { createHash } from 'node:crypto'
import { flagsVersion } from '../assignment/visit/flags.ts'
import type { TrailEvent, TrailEntryRef } from '../trail/entry.ts'
import { transitionsVersion } from '../verification/transition.ts'
import { type Event, parseRevision } from './event.ts'

/** SHA-256 of an event's exact bytes, in lower-case hex. */
export const bodyDigest = (body: string): string => createHash('sha256').update(body).digest('hex')

/** A look-up says itself by which rules its verdict came about. */
const rulesOf = ({ event }: Event) =>
  event === 'identity' ? {} : { transitions: transitionsVersion, flags: flagsVersion }

/**
 * What the trail says of the event of an end, or of its revision: its id and digest, which the trail keeps longer than
 * the event is kept, and the versions of the rules at that moment. Nothing of the events before it.
 */
export const toPublishedTrailEvent = (event: Event, body: string): TrailEvent | undefined =>
  parseRevision(event.id) !== undefined
    ? {
        what: 'told',
        by: 'service',
        facts: { eventId: event.id, sha256: bodyDigest(body), ...rulesOf(event) },
      }
    : undefined

/** How an end was told, read later; null for what was not kept. */
export interface Publication {
  readonly event: { readonly id: string; readonly sha256: string } | null
  readonly rules: { readonly transitions?: number; readonly flags?: number }
  /** The entry of the trail that says so. */
  readonly trail: TrailEntryRef | null
}

export const noPublication: Publication = { event: null, rules: {}, trail: null }

/** An entry of a trail, as far as it is looked at. */
type Entry = TrailEntryRef & { readonly what: string; readonly facts?: object }

type PublicationFacts = { readonly eventId: string; readonly sha256: string }

/** What a trail says of an event of an end: by the first entry that does, behind which it may go on. */
export const publicationIn = (entries: readonly Entry[], id: string): Publication | undefined => {
  const entry = entries.find(
    ({ what, facts }) => what === 'told' && (facts as PublicationFacts | undefined)?.eventId === id,
  )
  if (!entry) return undefined
  const { eventId, sha256, ...rules } = entry.facts as PublicationFacts
  return { event: { id: eventId, sha256 }, rules, trail: { n: entry.n, digest: entry.digest } }
}
