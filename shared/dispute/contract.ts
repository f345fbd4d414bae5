import * as z from 'zod/mini'
import { grounds, parties } from '../assignment/contract.ts'
import { optional, id, text, timestamp } from '../http/contract/text.ts'
import { AddressRecord } from '../verification/contract/address.ts'
import { EmploymentRecord } from '../verification/contract/employment.ts'
import { Status } from '../verification/contract/status.ts'

/** In how many characters somebody may say why. */
export const mostReason = 1000
export const Reason = text(mostReason)

/** What somebody objects; `other` unless a ground is given. */
export const RaiseDispute = z.object({ reason: Reason, ground: optional(z.enum(grounds)) })
export type RaiseDispute = z.infer<typeof RaiseDispute>

/** An objection, and what became of it. */
export const Dispute = z.object({
  /** From 1, of its verification. */
  number: z.int(),
  /** Which revision it is about. */
  revision: z.int(),
  raisedBy: z.enum(parties),
  ground: z.enum(grounds),
  /** Your own words; null of what the applicant wrote, which those read who look at it. */
  reason: z.nullable(z.string()),
  raisedAt: timestamp,
  /** Another reviewer looks at it until then. */
  dueAt: timestamp,
  /** `upheld`: the decision stays. `revised`: there is a new revision. */
  state: z.enum(['open', 'upheld', 'revised']),
  concludedAt: z.nullable(timestamp),
  /** What the reviewer writes to you. */
  remark: z.nullable(z.string()),
})
export type Dispute = z.infer<typeof Dispute>

export const RaisedDispute = z.object({ id, dispute: Dispute })

const revision = {
  /** From 1, the first decision. */
  number: z.int(),
  status: Status,
  decidedAt: timestamp,
  /** The dispute that it came of; null of the first. */
  dispute: z.nullable(z.int()),
  /** Where its receipt is fetched. */
  receipt: z.string(),
}
const disputes = z.array(Dispute)

/** Each record as its event shows it, with links to its photos that are good for an hour; oldest first. */
export const AddressRevision = z.object({ ...revision, address: AddressRecord })
export const AddressRevisions = z.object({ data: z.array(AddressRevision), disputes })
export const EmploymentRevision = z.object({ ...revision, employment: EmploymentRecord })
export const EmploymentRevisions = z.object({ data: z.array(EmploymentRevision), disputes })
