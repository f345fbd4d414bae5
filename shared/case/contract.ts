import * as z from 'zod/mini'
import { Dispute } from '../dispute/contract.ts'
import { linkChannels } from '../employer/contract.ts'
import { Attempt } from '../event/attempt-contract.ts'
import { eventTypes } from '../event/name-contract.ts'
import { id, nullable, timestamp } from '../http/contract/text.ts'
import { messageStates } from '../link/message/contract.ts'
import { products } from '../verification/contract/product.ts'
import { AgainstFinding, Status } from '../verification/contract/status.ts'
import { WorkPlace } from '../review/contract.ts'

const text = z.string()
const nullableText = nullable(text)
const nullableTime = nullable(timestamp)

const CaseWork = z.object({
  /** Where the work is. @example "reported" */
  way: z.enum(['open', 'claimed', 'reported', 'decided']),
  /** When it is due. @example "2026-11-22T09:31:00.000Z" */
  dueAt: timestamp,
  /** Who has it now. Null if nobody has it. */
  holder: nullable(
    z.object({
      /** Whether it is an agent or a reviewer. @example "reviewer" */
      role: z.enum(['agent', 'reviewer']),
      /** The id of the person or client. @example "reviewer-1" */
      id: text,
      /** Until when nobody else can claim it. @example "2026-11-21T09:31:00.000Z" */
      until: timestamp,
    }),
  ),
  /**
   * The id of the assignment that a reviewer opens. Null unless it waits for a review.
   * @example "12-890123456789012"
   */
  reviewId: nullableText,
})

// Streets and positions are for reviewers; an operator sees the area.
const CasePlace = z.object({
  /** House number and street. Null for an operator. @example "12 Allen Avenue" */
  street: nullableText,
  /**
   * What is nearby and easy to find. Empty if unknown. Null for an operator.
   * @example "Opposite the roundabout"
   */
  landmark: nullableText,
  /** The town or city. Null for an operator. @example "Ikeja" */
  city: nullableText,
  ...z.pick(WorkPlace, { lgaName: true, stateName: true, precision: true }).shape,
  /** The latitude, in degrees (WGS 84). Null if the order gave none, and for an operator. @example 6.6018 */
  latitude: nullable(z.number()),
  /** The longitude, in degrees (WGS 84). Null if the order gave none, and for an operator. @example 3.3515 */
  longitude: nullable(z.number()),
})

const CaseRevision = z.object({
  /** The number of the revision. 1 is the first end. @example 1 */
  number: z.int(),
  /** Where the verification stands, and how it ended. */
  status: Status,
  /** When it was decided. @example "2026-11-21T09:31:00.000Z" */
  decidedAt: timestamp,
  /** Who decided it. Null where nobody did. @example "reviewer-1" */
  decidedBy: nullableText,
  /** The number of the dispute that led to it. Null for the first one. @example 1 */
  dispute: nullable(z.int()),
})

const CaseMessage = z.object({
  /**
   * What it is about: `applicant` announces the visit, `attest` asks the employer, `documents` asks the
   * applicant for documents, `objection` tells what came of an objection.
   * @example "applicant"
   */
  purpose: z.enum(['attest', 'applicant', 'documents', 'objection']),
  /** The number of the link of this purpose. 1 is the first. @example 1 */
  number: z.int(),
  /** Who receives it. @example "applicant" */
  recipient: z.enum(['applicant', 'employer']),
  /** How it is sent. @example "sms" */
  channel: z.enum(linkChannels),
  /**
   * The end of a phone number, or the first letter and the domain of an email address. Null if no message can
   * be sent there.
   * @example "…199"
   */
  to: nullableText,
  /** What has happened with the link. @example "opened" */
  state: z.enum(['sent', 'opened', 'answered', 'revoked']),
  /**
   * What has happened with the message. `unsent`: the stage sends none of this kind. `uncertain`: the result
   * is unknown. Null before the first try.
   * @example "sent"
   */
  message: nullable(z.enum(messageStates)),
  /** Who sent it: a client or person by id, or `service`. @example "service" */
  by: text,
  /** When it was made. @example "2026-11-21T09:31:00.000Z" */
  sentAt: timestamp,
  /** When the link was first opened. Null until then. @example "2026-11-21T09:31:00.000Z" */
  openedAt: nullableTime,
  /** When the link was answered. Null until then. @example "2026-11-21T09:31:00.000Z" */
  answeredAt: nullableTime,
})

// The last attempt at one endpoint; `attempt` counts all. What the receiver answered in words may repeat what it was sent.
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
  /**
   * The host of the endpoint’s URL, or the name of its queue or bus. Null once the endpoint is deleted.
   * @example "hooks.example.com"
   */
  host: nullableText,
})

const CaseEvent = z.object({
  /** The id of the event: the same in every delivery of it. @example "evt_890123456789012_completed" */
  id: text,
  /** What happened. @example "verification_completed" */
  eventType: z.enum(eventTypes),
  /** When the bytes of the event were frozen. @example "2026-11-21T09:31:00.000Z" */
  createdAt: timestamp,
  /** The last attempt at each endpoint, for 30 days. */
  deliveries: z.array(CaseDelivery),
})

/**
 * The file of a case: what was ordered, what happened with it, and what went out. A decision that waits for a
 * second reviewer is not in it.
 */
export const CaseFile = z.object({
  /**
   * The id of the case, as the search shows it: the organisation and the verification.
   * @example "12-890123456789012"
   */
  id: text,
  /** The id of the customer’s organisation. @example 12 */
  organisationId: id,
  /** The name of the customer’s organisation. Null if it has none. @example "Acme Bank" */
  organisationName: nullableText,
  /** The id of the verification. Read the record with it. @example 890123456789012 */
  verificationId: id,
  /** What the customer ordered. @example "address" */
  product: z.enum(products),
  /**
   * Whether names, references and phone numbers are masked, and free text and streets left out: so for an
   * operator who is not a reviewer.
   * @example false
   */
  isMasked: z.boolean(),
  /** The customer’s reference. @example "customer-4711" */
  customerReference: text,
  /** Where the verification stands, and how it ended. */
  status: Status,
  /** Who decided it. Null where nobody did. @example "reviewer-1" */
  decidedBy: nullableText,
  /** What the reviewer wrote for the customer. Null for an operator. @example "The photos show number 12." */
  adminComment: nullableText,
  /** Why the decision contradicts what was found. Null unless it does, and for an operator. */
  againstFinding: nullable(AgainstFinding),
  /** When it was ordered. @example "2026-11-20T09:31:00.000Z" */
  requestedAt: timestamp,
  /** When it ended. Null while it is in progress. @example "2026-11-21T09:31:00.000Z" */
  endedAt: nullableTime,
  /** What waits for somebody: the visit, its report, or a dispute. Null if nothing waits. */
  work: nullable(CaseWork),
  /** The applicant’s name. @example "Ada Okafor" */
  applicant: text,
  /** The applicant’s phone number. @example "+2348031234199" */
  phone: text,
  /** The employer’s name. Null for an address, and for an operator. @example "Lagos Foods" */
  employer: nullableText,
  /** Where it is about. Null for an employment. */
  place: nullable(CasePlace),
  /** Every decision or other end, oldest first. */
  revisions: z.array(CaseRevision),
  /** Every dispute, oldest first; for an operator without what people wrote. */
  disputes: z.array(Dispute),
  /** Messages with links to the applicant or the employer, oldest first. */
  messages: z.array(CaseMessage),
  /** The events of the case, oldest first, as long as they are kept. */
  events: z.array(CaseEvent),
  /**
   * The documents that can be opened: none before the end is published, and both from then on.
   * @example ["report","receipt"]
   */
  documents: z.array(z.enum(['report', 'receipt'])),
})
export type CaseFile = z.infer<typeof CaseFile>
