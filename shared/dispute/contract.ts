import * as z from 'zod/mini'
import { grounds } from '../work/assignment/contract.ts'
import { id, nullable, optional, text, timestamp } from '../http/contract/text.ts'
import { AddressRecord } from '../verification/contract/address-record.ts'
import { disputeStates, parties } from '../verification/contract/dispute.ts'
import { EmploymentRecord } from '../verification/contract/employment.ts'
import { Status } from '../verification/contract/status.ts'

export const mostReason = 1000
export const Reason = text(mostReason)

/** An objection to the decision. */
export const RaiseDispute = z.object({
  /**
   * Why the decision is wrong. The reviewer reads it.
   * @example "The agent was at number 21, and the applicant lives at number 12."
   */
  reason: Reason,
  /** What the objection is about. `other` unless given. @example "wrongPlace" */
  ground: optional(z.enum(grounds)),
})
export type RaiseDispute = z.infer<typeof RaiseDispute>

/** An objection to a decision, and how it ended. */
export const Dispute = z.object({
  /** The number of the dispute of this verification. 1 is the first. @example 1 */
  number: z.int(),
  /** The number of the decision that it disputes. @example 1 */
  revision: z.int(),
  /** Who objected. `operator`: a second visit contradicted the first one. @example "customer" */
  raisedBy: z.enum(parties),
  /** What the objection is about. @example "wrongPlace" */
  ground: z.enum(grounds),
  /**
   * What you wrote. Null for the words of the applicant, which only reviewers read.
   * @example "The agent was at number 21."
   */
  reason: z.nullable(z.string()),
  /** When it was raised. @example "2026-11-20T09:32:00.000Z" */
  raisedAt: timestamp,
  /** When it shall be concluded. @example "2026-11-23T09:32:00.000Z" */
  dueAt: timestamp,
  /**
   * Whether it is open. `upheld`: the decision stays. `revised`: there is a new revision.
   * @example "upheld"
   */
  state: z.enum(disputeStates),
  /** When a reviewer concluded it. Null while it is open. @example "2026-11-20T09:33:00.000Z" */
  concludedAt: nullable(timestamp),
  /** What the reviewer wrote for you. Null if nothing. @example "The photos show number 12." */
  remark: nullable(z.string()),
})

/** The dispute that you raised. */
export const RaisedDispute = z.object({
  /** The id of the verification. Read the record with it. @example 890123456789012 */
  id,
  /** The dispute. */
  dispute: Dispute,
})

const revision = {
  /** The number of the revision. 1 is the first decision. @example 1 */
  number: z.int(),
  /** Where the verification stands, and how it ended. */
  status: Status,
  /** When it was decided. @example "2026-11-20T09:31:00.000Z" */
  decidedAt: timestamp,
  /** The number of the dispute that led to it. Null for the first decision. @example 1 */
  dispute: nullable(z.int()),
  /** The path of its receipt. @example "/v1/addresses/890123456789012/receipt?revision=1" */
  receipt: z.string(),
}
const disputes = z.array(Dispute)

/** One decision on an address verification. */
export const AddressRevision = z.object({
  ...revision,
  /** The record as its event showed it. Links to photos are new. */
  address: AddressRecord,
})
/** All decisions on an address verification. */
export const AddressRevisions = z.object({
  /** Every revision, oldest first. */
  data: z.array(AddressRevision),
  /** Every dispute, oldest first. */
  disputes,
})
/** One decision on an employment verification. */
export const EmploymentRevision = z.object({
  ...revision,
  /** The record as its event showed it. */
  employment: EmploymentRecord,
})
/** All decisions on an employment verification. */
export const EmploymentRevisions = z.object({
  /** Every revision, oldest first. */
  data: z.array(EmploymentRevision),
  /** Every dispute, oldest first. */
  disputes,
})
