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

export const EntryEvent = z.object({
  what: z.string(),
  by: z.string(),
  facts: z.exactOptional(Facts),
  /** Prevents guessing erased facts by their digest; erased with them. */
  salt: z.exactOptional(z.string()),
  factsDigest: z.string(),
})
export type EntryEvent = Readonly<z.infer<typeof EntryEvent>>

/** Accepts an altered entry, too, so that a manipulated trail can be read. */
export const TrailEntry = z.object({
  /** From 1. */
  n: z.int(),
  at: z.string(),
  /** All of one transaction. */
  events: z.array(EntryEvent),
  previous: z.string(),
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

export const TrailBreak = z.object({
  /** From 1; one more than the number of entries where the end is missing. */
  place: z.int().check(z.minimum(1)),
  kind: z.enum(breakKinds),
  reason: z.string(),
})
export type TrailBreak = Readonly<z.infer<typeof TrailBreak>>

/** Oldest entry first. */
export const Trail = z.object({
  organisationId: id,
  mode: TenantMode,
  verificationId: id,
  /** Null for a valid trail. */
  broken: z.nullable(TrailBreak),
  entries: z.array(TrailEntry),
})
export type Trail = z.infer<typeof Trail>

/** `broken` is of these entries, which follow those of the page before. */
export const TrailPart = z.object({ ...Trail.shape, nextCursor: z.nullable(z.string()) })

/** The place that a page of a trail ended at. */
export const trailPlacePattern = /^[1-9]\d{0,11}$/
export const TrailQuery = z.pick(Page, { cursor: true })
export type TrailQuery = z.infer<typeof TrailQuery>
