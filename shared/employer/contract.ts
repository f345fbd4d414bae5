import * as z from 'zod/mini'
import { employmentConfirmations, sources } from '../work/assignment/attestation-word-contract.ts'
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

// Statement of an applicant whose employer could not be reached.
export const DocumentsSaid = z.object({
  /** Whether they have documents. @example "some" */
  has: z.enum(['some', 'none']),
  /** What they have, in their words. @example "A contract and two payslips" */
  which: optionalText(300),
  /** Somebody else who can be asked. @example "Bola Ade" */
  contactName: optionalPersonName(100),
  /** Their telephone number. @example "08035550177" */
  contactPhone: optional(phone),
  /** Their email address. @example "bola.ade@example.com" */
  contactEmail: optional(email),
  /** What else they said. @example "The company has moved." */
  comment: optionalText(500),
})
export type DocumentsSaid = z.infer<typeof DocumentsSaid>

export const channels = ['phone', 'email', 'sms', 'visit', 'letter'] as const

/** Only `reached` is no failure. */
export const attemptOutcomes = ['reached', 'noAnswer', 'refused', 'wrongNumber', 'bounced', 'closed'] as const

/** The contact in an order is often the applicant's word, too. */
export const contactSources = ['order', 'publicListing', 'register', 'employer', 'applicant'] as const

/** An attempt to reach the employer. */
export const RecordContactAttempt = z.object({
  /** How it was tried. @example "phone" */
  channel: z.enum(channels),
  /** What came of it. Only `reached` is a success. @example "noAnswer" */
  outcome: z.enum(attemptOutcomes),
  /** When it was made, within the last 24 hours. Now unless given. @example "2026-11-21T09:00:00.000Z" */
  at: optional(instant),
  /** Where the contact was found. `order` unless given; needed with `contact`. @example "publicListing" */
  contactFrom: optional(z.enum(contactSources)),
  /** The number or address, if it is not the order’s. @example "+2348035550177" */
  contact: optionalText(254),
  /** What else is worth noting. @example "Asked to call again in the afternoon." */
  comment: optionalText(500),
})
export type RecordContactAttempt = z.infer<typeof RecordContactAttempt>

/** A recorded attempt to reach the employer. */
export const ContactAttempt = z.object({
  /** The id of the attempt. @example 890123456789020 */
  id,
  /** How it was tried. @example "phone" */
  channel: z.enum(channels),
  /** What came of it. Only `reached` is a success. @example "noAnswer" */
  outcome: z.enum(attemptOutcomes),
  /** When it was made. @example "2026-11-21T09:00:00.000Z" */
  at: timestamp,
  /** When it was recorded. @example "2026-11-21T09:00:00.000Z" */
  recordedAt: timestamp,
  /** The agent who made it, or `employer` for an answer on the page. @example "agent-1" */
  by: z.string(),
  /** Where the contact was found. @example "order" */
  contactFrom: z.enum(contactSources),
  /** The number or address. Null for the contact of the order. @example "+2348035550177" */
  contact: nullable(z.string()),
  /** What the agent noted. Null if nothing. @example "Asked to call again in the afternoon." */
  comment: nullable(z.string()),
})
export type ContactAttempt = z.infer<typeof ContactAttempt>

/** What may be missing before an employer can be called unreachable. */
export const unreachableLacks = ['attempts', 'documents', 'time'] as const

/** The attempts to reach the employer. */
export const ContactAttempts = z.object({
  /** All attempts, oldest first. */
  data: z.array(ContactAttempt),
  /** How many failed at least two hours apart. @example 2 */
  failedApart: z.int(),
  /** Whether a report may say that nobody could be reached. @example false */
  mayBeUnreachable: z.boolean(),
  /**
   * What is missing before it may: attempts, the applicant’s documents, or time for them. Null if nothing is
   * missing.
   * @example "attempts"
   */
  lacks: nullable(z.enum(unreachableLacks)),
})

/** `documents` only after three failed attempts. */
export const linkPurposes = ['attest', 'documents'] as const
export const linkChannels = ['email', 'sms'] as const

/** A link to send. */
export const SendLink = z.object({
  /** What the link is for: `attest` asks the employer, `documents` asks the applicant. @example "attest" */
  purpose: z.enum(linkPurposes),
  /** How the link is sent. @example "email" */
  channel: z.enum(linkChannels),
  /**
   * The address or number of the employer, if it is not the order’s. The reviewer sees it. Only with
   * `attest`.
   * @example "hr@example.com"
   */
  to: optionalText(254),
  /** Where `to` was found. Needed with it. @example "publicListing" */
  toFrom: optional(z.enum(['publicListing', 'register', 'employer', 'applicant'])),
})
export type SendLink = z.infer<typeof SendLink>

/** A link that was sent. Nobody who works here sees its URL. */
export const SentLink = z.object({
  /** What the link is for: `attest` asks the employer, `documents` asks the applicant. @example "attest" */
  purpose: z.enum(linkPurposes),
  /** The number of the link of this purpose. 1 is the first. @example 1 */
  number: z.int(),
  /** How the link is sent. @example "email" */
  channel: z.enum(linkChannels),
  /** The address or number. Null for the contact of the order. @example "hr@example.com" */
  to: nullable(z.string()),
  /** What has happened with the link. @example "opened" */
  state: z.enum(['sent', 'opened', 'answered', 'revoked']),
  /**
   * What has happened with the message. `unsent`: the stage sends none of this kind. `uncertain`: the result
   * is unknown. Null before the first try.
   * @example "sent"
   */
  message: nullable(z.enum(messageStates)),
  /** Who sent it: a client or person by id, or `service`. @example "agent-1" */
  by: z.string(),
  /** When it was made. @example "2026-11-21T09:00:00.000Z" */
  sentAt: timestamp,
  /** When it ends. @example "2026-11-28T09:00:00.000Z" */
  endsAt: timestamp,
  /** When it was first opened. Null until then. @example "2026-11-21T09:00:00.000Z" */
  openedAt: nullable(timestamp),
  /** When it was answered. Null until then. @example "2026-11-21T09:00:00.000Z" */
  answeredAt: nullable(timestamp),
  /**
   * What the applicant said when they were asked for documents. Null for a link to an employer, and until the
   * applicant answers.
   */
  said: z.nullable(DocumentsSaid),
})

/** The links that were sent. */
export const SentLinks = z.object({
  /** All links, oldest first. */
  data: z.array(SentLink),
})

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

export const Fact = z.object({
  /** The fact, for programs. @example "linkSentAsOrdered" */
  code: z.enum(factCodes),
  /** The fact in words. @example "The link went to the address in the order." */
  text: z.string(),
})
export type Fact = z.infer<typeof Fact>

/** What a reviewer learns of the employer and of how they were asked. */
export const EmployerCase = z.object({
  /** What the employer said first. Null if they said nothing. @example "worksHere" */
  claim: nullable(z.enum(employmentConfirmations)),
  /** How they said it: on the page, or to the agent. Null if they said nothing. @example "page" */
  source: nullable(z.enum(['page', ...sources])),
  /** When they answered. Null if they said nothing. @example "2026-11-21T09:00:00.000Z" */
  answeredAt: nullable(timestamp),
  /**
   * Where the link was sent that they answered. Null unless they answered on the page.
   * @example "hr@example.com"
   */
  linkSentTo: nullable(z.string()),
  /** Facts about the answer. None is a score, and none decides anything. */
  facts: z.array(Fact),
  /** The documents that the applicant sent. */
  documents: z.array(DocumentSeen),
})
export type EmployerCase = z.infer<typeof EmployerCase>
