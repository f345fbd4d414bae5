import * as z from 'zod/mini'
import { optional } from '../../http/contract/optional.ts'
import { optionalText, timestamp } from '../../http/contract/text.ts'
import { DocumentsSaid } from '../documents/contract.ts'

/** What an agent may send a link for: the employer's word, or, after three failed attempts, the applicant's documents. */
export const linkPurposes = ['attest', 'documents'] as const
export const linkChannels = ['email', 'sms'] as const

export const SendLink = z.object({
  purpose: z.enum(linkPurposes),
  channel: z.enum(linkChannels),
  /** Of an attestation: where the employer is reached, if not where the order says. The reviewer is told. */
  to: optionalText(254),
  /** Where the agent has `to` from. */
  toFrom: optional(z.enum(['publicListing', 'register', 'employer', 'applicant'])),
})
export type SendLink = z.infer<typeof SendLink>

/** A link as workers read it: never the link itself, which is its reader's alone. */
export const SentLink = z.object({
  purpose: z.enum(linkPurposes),
  number: z.int(),
  channel: z.enum(linkChannels),
  /** Null: where the order says. */
  to: z.nullable(z.string()),
  state: z.enum(['sent', 'opened', 'answered', 'revoked']),
  /** Null until it was tried. */
  message: z.nullable(z.enum(['sending', 'sent', 'uncertain', 'undeliverable', 'unsent'])),
  by: z.string(),
  sentAt: timestamp,
  endsAt: timestamp,
  openedAt: z.nullable(timestamp),
  answeredAt: z.nullable(timestamp),
  /** What the applicant said when they were asked for documents. */
  said: z.nullable(DocumentsSaid),
})

export const SentLinks = z.object({ data: z.array(SentLink) })
