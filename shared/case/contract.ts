import * as z from 'zod/mini'
import { Dispute } from '../dispute/contract.ts'
import { linkChannels } from '../employer/contract.ts'
import { Attempt } from '../event/attempt-contract.ts'
import { eventTypes } from '../event/name-contract.ts'
import { id, nullable, timestamp } from '../http/contract/text.ts'
import { messageStates } from '../link/message/contract.ts'
import { products } from '../verification/contract/product.ts'
import { AgainstFinding, Status } from '../verification/contract/status.ts'
import { WorkPlace } from '../work/contract.ts'

const text = z.string()
const nullableText = nullable(text)
const nullableTime = nullable(timestamp)

/** What waits for somebody: the visit or its report, or the review of a dispute. */
const CaseWork = z.object({
  way: z.enum(['open', 'claimed', 'reported', 'decided']),
  dueAt: timestamp,
  holder: nullable(z.object({ role: z.enum(['agent', 'reviewer']), id: text, until: timestamp })),
  /** The id under which a reviewer opens it, once it is reported. */
  reviewId: nullableText,
})

/** Streets and positions are for reviewers; an operator sees the area. */
const CasePlace = z.object({
  street: nullableText,
  landmark: nullableText,
  city: nullableText,
  ...z.pick(WorkPlace, { lgaName: true, stateName: true, precision: true }).shape,
  latitude: nullable(z.number()),
  longitude: nullable(z.number()),
})

const CaseRevision = z.object({
  /** From 1, the first decision. */
  number: z.int(),
  status: Status,
  decidedAt: timestamp,
  decidedBy: nullableText,
  /** The number of the dispute that it follows from. */
  dispute: nullable(z.int()),
})

const CaseMessage = z.object({
  purpose: z.enum(['attest', 'applicant', 'documents', 'objection']),
  number: z.int(),
  recipient: z.enum(['applicant', 'employer']),
  channel: z.enum(linkChannels),
  /** Masked for everybody. */
  to: nullableText,
  state: z.enum(['sent', 'opened', 'answered', 'revoked']),
  /** Null before the first try. */
  message: nullable(z.enum(messageStates)),
  by: text,
  sentAt: timestamp,
  openedAt: nullableTime,
  answeredAt: nullableTime,
})

/** The last attempt at one endpoint; `attempt` counts all. What the receiver answered in words may repeat what it was sent. */
const CaseDelivery = z.object({
  ...z.pick(Attempt, {
    endpointId: true,
    attempt: true,
    at: true,
    outcome: true,
    status: true,
    failure: true,
    nextAttemptAt: true,
  }).shape,
  /** Null once the endpoint is deleted. */
  host: nullableText,
})

const CaseEvent = z.object({
  id: text,
  eventType: z.enum(eventTypes),
  createdAt: timestamp,
  deliveries: z.array(CaseDelivery),
})

export const CaseFile = z.object({
  id: text,
  organisationId: id,
  organisationName: nullableText,
  verificationId: id,
  product: z.enum(products),
  /** For operators: names by their initials, references and phone numbers by their ends, and no text that people wrote. */
  isMasked: z.boolean(),
  customerReference: text,
  status: Status,
  decidedBy: nullableText,
  adminComment: nullableText,
  againstFinding: nullable(AgainstFinding),
  requestedAt: timestamp,
  endedAt: nullableTime,
  work: nullable(CaseWork),
  applicant: text,
  phone: text,
  employer: nullableText,
  place: nullable(CasePlace),
  revisions: z.array(CaseRevision),
  disputes: z.array(Dispute),
  messages: z.array(CaseMessage),
  events: z.array(CaseEvent),
  /** Those that can be opened. */
  documents: z.array(z.enum(['report', 'receipt'])),
})
export type CaseFile = z.infer<typeof CaseFile>
