import { createHash } from 'node:crypto'
import type { VerificationKey } from '../table/tenant.ts'
import type { EntryEvent, TrailEntry, trailEventTypes } from './contract.ts'

export type TrailEventType = (typeof trailEventTypes)[number]
export type Facts = Readonly<NonNullable<EntryEvent['facts']>>

export interface TrailEvent {
  readonly what: TrailEventType
  /** A caller's `clientId`, or `applicant`, `employer`, `operator`, `service`, `simulated-agent`. */
  readonly by: string
  readonly facts?: Facts
}

export interface TrailEntryRef {
  readonly n: number
  readonly digest: string
}

/** Canonical JSON (RFC 8785): for lists of texts, numbers, booleans and null that is what `JSON.stringify` writes. */
const digestOf = (...parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex')

/** Sorted by name in UTF-16 units, after the salt. */
export const digestFacts = (salt: string, facts: Facts): string =>
  digestOf(
    salt,
    Object.entries(facts).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )

export const digestEntry = ({ previous, n, at, events }: Omit<TrailEntry, 'digest'>): string =>
  digestOf(
    previous,
    n,
    at,
    events.map(({ what, by, factsDigest }) => [what, by, factsDigest]),
  )

/** An erasure removes the facts with their salt; their digest stays. */
export const judgeFacts = ({ facts, salt, factsDigest }: EntryEvent): 'kept' | 'emptied' | 'altered' => {
  if (facts === undefined && salt === undefined) return 'emptied'
  const isSame = facts !== undefined && salt !== undefined && digestFacts(salt, facts) === factsDigest
  return isSame ? 'kept' : 'altered'
}

export type RecordedEvent = EntryEvent & TrailEntryRef & Pick<TrailEntry, 'at'>

export const eventsIn = (entries: readonly TrailEntry[]): readonly RecordedEvent[] =>
  entries.flatMap(({ n, at, digest, events }) => events.map(event => ({ ...event, n, at, digest })))

/** The digest before the first entry binds a trail to its verification. */
export const trailStart = ({ organisationId, mode, verificationId }: VerificationKey): TrailEntryRef => ({
  n: 0,
  digest: digestOf(organisationId, mode, verificationId),
})

/** Lone surrogates have no UTF-8 and would change in the table. */
const soundFacts = (facts: Facts): Facts =>
  Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => {
      if (typeof fact === 'number' && !(Math.abs(fact) <= Number.MAX_SAFE_INTEGER))
        throw new TypeError(`The fact ${name} of a trail is no number that all readers hold`)
      return [name, typeof fact === 'string' ? fact.toWellFormed() : fact]
    }),
  )

/** @param drawSalt random, for one event each */
export const nextEntry = (
  { n, digest: previous }: TrailEntryRef,
  at: string,
  given: readonly TrailEvent[],
  drawSalt: () => string,
): TrailEntry => {
  const events = given.map(({ what, by, facts: unsafe = {} }) => {
    const [salt, facts] = [drawSalt(), soundFacts(unsafe)]
    return { what, by, facts, salt, factsDigest: digestFacts(salt, facts) }
  })
  const entry = { n: n + 1, at, events, previous }
  return { ...entry, digest: digestEntry(entry) }
}
