import * as z from 'zod/mini'
import { optional } from '../../http/contract/optional.ts'
import { instant } from '../../http/contract/page.ts'
import { id, optionalText, timestamp } from '../../http/contract/text.ts'

/** How an agent tried to reach an employer. */
export const channels = ['phone', 'email', 'sms', 'visit', 'letter'] as const

/** What came of it. Only `reached` is no failure. */
export const attemptOutcomes = ['reached', 'noAnswer', 'refused', 'wrongNumber', 'bounced', 'closed'] as const

/** Where the agent had the contact from. An order's is often the applicant's word, too. */
export const contactSources = ['order', 'publicListing', 'register', 'employer', 'applicant'] as const

/** An attempt to reach the employer, as the agent notes it. */
export const RecordContactAttempt = z.object({
  channel: z.enum(channels),
  outcome: z.enum(attemptOutcomes),
  /** When it was made; now, unless given. */
  at: optional(instant),
  contactFrom: optional(z.enum(contactSources)),
  /** The number or address that was tried, where it is not the order's. */
  contact: optionalText(254),
  comment: optionalText(500),
})
export type RecordContactAttempt = z.infer<typeof RecordContactAttempt>

export const ContactAttempt = z.object({
  id,
  channel: z.enum(channels),
  outcome: z.enum(attemptOutcomes),
  at: timestamp,
  recordedAt: timestamp,
  /** Who noted it: an agent's id, or `employer` for what was said on the page. */
  by: z.string(),
  contactFrom: z.enum(contactSources),
  contact: z.nullable(z.string()),
  comment: z.nullable(z.string()),
})

/** What is still missing before an employer may be called unreachable. */
export const unreachableLacks = ['attempts', 'documents', 'time'] as const

export const ContactAttempts = z.object({
  data: z.array(ContactAttempt),
  /** How many of them failed, as far as they lie far enough apart. */
  failedApart: z.int(),
  mayBeUnreachable: z.boolean(),
  /** Null where nothing is missing. */
  lacks: z.nullable(z.enum(unreachableLacks)),
})
