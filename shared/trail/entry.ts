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

export const digestEntry = ({ previous, n, at, what, by, factsDigest }: Omit<TrailEntry, 'digest'>): string =>
  digestOf(previous, n, at, what, by, factsDigest)

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

/** @param salt random, for this entry only */
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
