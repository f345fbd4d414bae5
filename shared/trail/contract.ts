import * as z from 'zod/mini'
import { TenantMode } from '../account/contract.ts'
import { Page } from '../http/contract/page.ts'
import { id } from '../http/contract/text.ts'

/** `erased` precedes every removal of facts, `exported` every export. */
export const trailEventTypes = [
  'claimed',
  'assigned',
  'leaseExtended',
  'released',
  'appointmentSet',
  'captured',
  'uploaded',
  'refusedPhoto',
  'reported',
  'reviewing',
  'noteWritten',
  'returned',
  'staged',
  'decided',
  'viewed',
  'photoOpened',
  'linkSent',
  'linkOpened',
  'linkAnswered',
  'timeAsked',
  'linkRevoked',
  'messageRefused',
  'contactAttempted',
  'backCheckDone',
  'cancelled',
  'consentRefused',
  'consentWithdrawn',
  'expired',
  'disputed',
  'upheld',
  'revised',
  'told',
  'delayed',
  'redriven',
  'exported',
  'erased',
] as const

/** Flat: ids, slots, hashes, numbers and our own words. Generators of clients cannot read more exact types. */
const Facts = z.record(z.string(), z.unknown())

/** One thing that happened. */
export const EntryEvent = z.object({
  /** What happened, one of: {@link trailEventTypes}. @example "claimed" */
  what: z.string(),
  /**
   * Who did it: the id of a client or person, or one of: applicant, employer, operator, service,
   * simulated-agent.
   * @example "agent-1"
   */
  by: z.string(),
  /**
   * What else is known of it: ids, slots, digests and measurements. Absent once they are erased.
   * @example {"slot":"exteriorPhotos.photo1","distanceMetres":12.5}
   */
  facts: z.exactOptional(Facts),
  /**
   * Random text that is part of the digest, so that nobody can guess erased facts. Absent once they are
   * erased.
   * @example "00112233445566778899aabbccddeeff"
   */
  salt: z.exactOptional(z.string()),
  /**
   * SHA-256 of the facts and their salt, in lower-case hexadecimal.
   * @example "edc8e205c0ef55a0ad615a00859dd7d62273747dd1f238c0ed4ee0b39cd8b671"
   */
  factsDigest: z.string(),
})
export type EntryEvent = Readonly<z.infer<typeof EntryEvent>>

// It accepts an altered entry, too, so that a manipulated trail can be read.
/** What happened in one transaction. */
export const TrailEntry = z.object({
  /** The number of the entry. 1 is the first. @example 2 */
  n: z.int(),
  /**
   * When it was written (ISO 8601), by the clock of the function that wrote it.
   * @example "2026-11-21T09:40:00.000Z"
   */
  at: z.string(),
  /** What happened. */
  events: z.array(EntryEvent),
  /**
   * The digest of the entry before; of the first entry, the digest of the verification’s ids.
   * @example "53850887c83f8ea39f6a9ac4795f7354402bb08bca2bf51c4cc5b3b735160b2a"
   */
  previous: z.string(),
  /**
   * SHA-256 of the entry, in lower-case hexadecimal.
   * @example "2b06fd90a594682e1d3a09a60eca5b5f857ee5b9444b4ab96cd95daa2458c89b"
   */
  digest: z.string(),
})
export type TrailEntry = Readonly<z.infer<typeof TrailEntry>>

export const breakKinds = [
  'altered',
  'removed',
  'moved',
  'forged',
  'factsAltered',
  'factsRemoved',
  'erasureUnproven',
] as const

/** The first entry that is not valid. */
export const TrailBreak = z.object({
  /** The number of the entry; one more than the last if the end is missing. @example 2 */
  place: z.int().check(z.minimum(1)),
  /** What is wrong with it. The guide “Trails” explains each. @example "altered" */
  kind: z.enum(breakKinds),
  /** What is wrong, for people. @example "Entry 2 does not match its digest." */
  reason: z.string(),
})
export type TrailBreak = Readonly<z.infer<typeof TrailBreak>>

/** Oldest entry first. */
export const Trail = z.object({
  /** The id of the customer’s organisation. @example 12 */
  organisationId: id,
  /** The mode of the verification. @example "live" */
  mode: TenantMode,
  /** The id of the verification. @example 890123456789012 */
  verificationId: id,
  /** What is wrong with the entries of this page. Null if all are valid. */
  broken: z.nullable(TrailBreak),
  /** The entries, oldest first. */
  entries: z.array(TrailEntry),
})
export type Trail = z.infer<typeof Trail>

/** A page of the trail of a verification. */
export const TrailPart = z.object({
  ...Trail.shape,
  /** What to send as `cursor` for the next page. Null on the last page. @example "1000" */
  nextCursor: z.nullable(z.string()),
})

/** The place that a page of a trail ended at. */
export const trailPlacePattern = /^[1-9]\d{0,11}$/
export const TrailQuery = z.object({
  /** The `nextCursor` of the page before; the first page needs none. @example "1000" */
  cursor: Page.shape.cursor,
})
export type TrailQuery = z.infer<typeof TrailQuery>
