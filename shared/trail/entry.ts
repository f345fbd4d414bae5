import { createHash } from 'node:crypto'
import type { VerificationKey } from '../table/tenant.ts'
import type { TrailEntry, trailEventTypes } from './contract.ts'

export type TrailEventType = (typeof trailEventTypes)[number]
export type Facts = Readonly<NonNullable<TrailEntry['facts']>>

export interface TrailEvent {
  readonly what: TrailEventType
  /** A caller's `clientId`, or `applicant`, `employer`, `operator`, `service`, `simulated-agent`. */
  readonly by: string
  readonly facts?: Facts
}

/** A place in a trail and the digest of what stands there. */
export interface TrailEntryRef {
  readonly n: number
  readonly digest: string
}

/**
 * Of a list's JSON in UTF-8 without spaces: the canonical form of RFC 8785, https://www.rfc-editor.org/rfc/rfc8785, which
 * for lists of texts, numbers, booleans and null is what `JSON.stringify` writes.
 */
const digestOf = (...parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex')

/** Facts as pairs in the order of their names' UTF-16 units, behind their salt. */
export const digestFacts = (salt: string, facts: Facts): string =>
  digestOf(
    salt,
    Object.entries(facts).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )

export const digestEntry = ({ previous, n, at, what, by, factsDigest }: Omit<TrailEntry, 'digest'>): string =>
  digestOf(previous, n, at, what, by, factsDigest)

/** What stands before the first entry: a trail begins with its verification, so that it cannot pass for another's. */
export const trailStart = ({ organisationId, mode, verificationId }: VerificationKey): TrailEntryRef => ({
  n: 0,
  digest: digestOf(organisationId, mode, verificationId),
})

/** Halves of surrogate pairs have no UTF-8 and would come back from the table as something else. */
const soundFacts = (facts: Facts): Facts =>
  Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => {
      if (typeof fact === 'number' && !(Math.abs(fact) <= Number.MAX_SAFE_INTEGER))
        throw new TypeError(`The fact ${name} of a trail is no number that all readers hold`)
      return [name, typeof fact === 'string' ? fact.toWellFormed() : fact]
    }),
  )

/** The entry that follows a place. @param salt random, of this entry alone */
export const nextEntry = (
  { n, digest: previous }: TrailEntryRef,
  at: string,
  { what, by, facts: given = {} }: TrailEvent,
  salt: string,
): TrailEntry => {
  const facts = soundFacts(given)
  const factsDigest = digestFacts(salt, facts)
  const entry = { n: n + 1, at, what, by, facts, salt, factsDigest, previous }
  return { ...entry, digest: digestEntry(entry) }
}
