import * as z from 'zod/mini'
import { TenantMode } from '../account/contract.ts'
import { id } from '../http/contract/text.ts'

/** What can happen to a verification. `erased` stands before every removal of facts, `exported` before what was kept is handed out. */
export const trailEventTypes = [
  'claimed',
  'released',
  'captured',
  'uploaded',
  'refusedPhoto',
  'reported',
  'reviewing',
  'returned',
  'staged',
  'decided',
  'viewed',
  'photoOpened',
  'linkSent',
  'linkOpened',
  'linkAnswered',
  'linkRevoked',
  'contactAttempted',
  'backCheckDone',
  'cancelled',
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

/** Flat, so that there is one way to write them down: ids, slots, hashes, numbers, words of ours. The document says no more of their types than generators of clients can read. */
const Facts = z.record(z.string(), z.unknown())

const described = (description: string) => z.string().register(z.globalRegistry, { description })

/** As it stands there, whatever somebody has made of it: a trail that was meddled with can be read as well. */
export const TrailEntry = z.object({
  /** Its place in the trail, from 1. */
  n: z.int(),
  at: described('ISO 8601, by the clock of the function that wrote it.'),
  what: described(`One of: ${trailEventTypes.join(', ')}.`),
  by: described(
    'The id of a client or person, or one of: applicant, employer, operator, service, simulated-agent.',
  ),
  /** Absent once they are erased. */
  facts: z.exactOptional(Facts),
  /** Keeps erased facts from being guessed by their digest; it goes with them. */
  salt: z.exactOptional(z.string()),
  factsDigest: described('SHA-256 in lower-case hex, like the others.'),
  previous: described('The digest of the entry before; of the first, that of its verification.'),
  digest: z.string(),
})
export type TrailEntry = Readonly<z.infer<typeof TrailEntry>>

/** How a trail can be broken. */
export const breakKinds = ['altered', 'removed', 'moved', 'forged', 'factsAltered', 'factsRemoved'] as const

export const TrailBreak = z.object({
  /** From 1; one more than there are entries where the end is missing. */
  place: z.int().check(z.minimum(1)),
  kind: z.enum(breakKinds),
  reason: z.string(),
})
/** Where a trail first does not hold. */
export type TrailBreak = Readonly<z.infer<typeof TrailBreak>>

/** A whole trail, oldest entry first, as it is shown and exported. */
export const Trail = z.object({
  organisationId: id,
  mode: TenantMode,
  verificationId: id,
  /** Null where it holds. */
  broken: z.nullable(TrailBreak),
  entries: z.array(TrailEntry),
})
export type Trail = z.infer<typeof Trail>
