import * as z from 'zod/mini'
import { employmentConfirmations, sources } from '../assignment/attestation-word-contract.ts'
import { DocumentSeen } from '../evidence/contract.ts'
import { instant } from '../http/contract/page.ts'
import {
  email,
  id,
  nullable,
  optional,
  optionalPersonName,
  optionalText,
  phone,
  timestamp,
} from '../http/contract/text.ts'
import { messageStates } from '../link/message/contract.ts'

/** Statement of an applicant whose employer could not be reached. */
export const DocumentsSaid = z.object({
  has: z.enum(['some', 'none']),
  /** What they have, in their words. */
  which: optionalText(300),
  contactName: optionalPersonName(100),
  contactPhone: optional(phone),
  contactEmail: optional(email),
  comment: optionalText(500),
})
export type DocumentsSaid = z.infer<typeof DocumentsSaid>

export const channels = ['phone', 'email', 'sms', 'visit', 'letter'] as const

/** Only `reached` is no failure. */
export const attemptOutcomes = ['reached', 'noAnswer', 'refused', 'wrongNumber', 'bounced', 'closed'] as const

/** The contact in an order is often the applicant's word, too. */
export const contactSources = ['order', 'publicListing', 'register', 'employer', 'applicant'] as const

export const RecordContactAttempt = z.object({
  channel: z.enum(channels),
  outcome: z.enum(attemptOutcomes),
  /** When it was made; now if omitted. */
  at: optional(instant),
  contactFrom: optional(z.enum(contactSources)),
  /** The number or address, if it is not the order's. */
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
  /** An agent's id, or `employer` for an answer on the page. */
  by: z.string(),
  contactFrom: z.enum(contactSources),
  contact: nullable(z.string()),
  comment: nullable(z.string()),
})
export type ContactAttempt = z.infer<typeof ContactAttempt>

/** What may be missing before an employer can be called unreachable. */
export const unreachableLacks = ['attempts', 'documents', 'time'] as const

export const ContactAttempts = z.object({
  data: z.array(ContactAttempt),
  /** Number of failed attempts, counted as in `countSpacedFailures`. */
  failedApart: z.int(),
  mayBeUnreachable: z.boolean(),
  /** Null if nothing is missing. */
  lacks: nullable(z.enum(unreachableLacks)),
})

/** `documents` only after three failed attempts. */
export const linkPurposes = ['attest', 'documents'] as const
export const linkChannels = ['email', 'sms'] as const

export const SendLink = z.object({
  purpose: z.enum(linkPurposes),
  channel: z.enum(linkChannels),
  /** For an attestation, where the employer is reached if not at the order's contact. The reviewer sees it. */
  to: optionalText(254),
  /** Where the agent found `to`. */
  toFrom: optional(z.enum(['publicListing', 'register', 'employer', 'applicant'])),
})
export type SendLink = z.infer<typeof SendLink>

/** A worker never sees the link's URL. */
export const SentLink = z.object({
  purpose: z.enum(linkPurposes),
  number: z.int(),
  channel: z.enum(linkChannels),
  /** Null for the order's contact. */
  to: nullable(z.string()),
  state: z.enum(['sent', 'opened', 'answered', 'revoked']),
  /** Null before the first try. */
  message: nullable(z.enum(messageStates)),
  by: z.string(),
  sentAt: timestamp,
  endsAt: timestamp,
  openedAt: nullable(timestamp),
  answeredAt: nullable(timestamp),
  /** What the applicant said when they were asked for documents. */
  said: z.nullable(DocumentsSaid),
})

export const SentLinks = z.object({ data: z.array(SentLink) })

/** None is a score, and none decides anything. */
const factCodes = [
  'orderedMailIsFree',
  'linkSentAsOrdered',
  'linkSentToSameDomain',
  'linkSentElsewhere',
  'linkSentToFreeMail',
  'linkAddressFrom',
  'attestatorAtEmployersDomain',
  'attestatorElsewhere',
  'attestatorAtFreeMail',
  'applicantsContact',
  'sameContactTwice',
  'sameBrowserAsApplicant',
  'sameNetworkAsApplicant',
  'earlierAnswersFromDomain',
  'answeredWithinMinute',
  'filledWithinHalfMinute',
  'answeredOnPageToo',
  'saidToAgent',
  'titleDiffers',
  'startDiffers',
  'endDiffers',
  'employedDiffers',
  'attempts',
  'attemptsNotedLate',
] as const

export const Fact = z.object({ code: z.enum(factCodes), text: z.string() })
export type Fact = z.infer<typeof Fact>

/** All null but the facts if the employer said nothing. */
export const EmployerCase = z.object({
  claim: nullable(z.enum(employmentConfirmations)),
  source: nullable(z.enum(['page', ...sources])),
  answeredAt: nullable(timestamp),
  /** Where the answered link was sent. */
  linkSentTo: nullable(z.string()),
  facts: z.array(Fact),
  documents: z.array(DocumentSeen),
})
export type EmployerCase = z.infer<typeof EmployerCase>
