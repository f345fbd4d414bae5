import * as z from 'zod/mini'
import { grounds } from '../assignment/contract.ts'
import { id, nullable, optional, text, timestamp } from '../http/contract/text.ts'
import { AddressRecord } from '../verification/contract/address-record.ts'
import { disputeStates, parties } from '../verification/contract/dispute.ts'
import { EmploymentRecord } from '../verification/contract/employment.ts'
import { Status } from '../verification/contract/status.ts'

export const mostReason = 1000
export const Reason = text(mostReason)

/** Default ground `other`. */
export const RaiseDispute = z.object({ reason: Reason, ground: optional(z.enum(grounds)) })
export type RaiseDispute = z.infer<typeof RaiseDispute>

export const Dispute = z.object({
  /** From 1, per verification. */
  number: z.int(),
  revision: z.int(),
  raisedBy: z.enum(parties),
  ground: z.enum(grounds),
  /** Null for the applicant's words, which only reviewers read. */
  reason: z.nullable(z.string()),
  raisedAt: timestamp,
  dueAt: timestamp,
  state: z.enum(disputeStates),
  concludedAt: nullable(timestamp),
  /** Written by the reviewer. */
  remark: nullable(z.string()),
})

export const RaisedDispute = z.object({ id, dispute: Dispute })

const revision = {
  /** From 1, the first decision. */
  number: z.int(),
  status: Status,
  decidedAt: timestamp,
  /** Null for the first revision. */
  dispute: nullable(z.int()),
  receipt: z.string(),
}
const disputes = z.array(Dispute)

/** As in its event, with photo links for an hour; oldest first. */
export const AddressRevision = z.object({ ...revision, address: AddressRecord })
export const AddressRevisions = z.object({ data: z.array(AddressRevision), disputes })
export const EmploymentRevision = z.object({ ...revision, employment: EmploymentRecord })
export const EmploymentRevisions = z.object({ data: z.array(EmploymentRevision), disputes })
