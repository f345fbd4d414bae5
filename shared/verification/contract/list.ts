import * as z from 'zod/mini'
import { instant, Page, pageSchema } from '../../http/contract/page.ts'
import { id, text, timestamp } from '../../http/contract/text.ts'
import { RecordDispute } from './dispute.ts'
import { products } from './product.ts'
import { Status } from './status.ts'

export const VerificationFilter = z.object({
  ...Page.shape,
  /** Only verifications with this `status.status`. @example "VERIFIED" */
  status: z.optional(Status.shape.status),
  /** Only verifications with exactly this reference of yours. @example "customer-1042" */
  customerReference: z.optional(text(100)),
  /** Only what was requested at this time or later. @example "2026-11-01" */
  from: z.optional(instant),
  /** Only what was requested before this time. @example "2026-12-01" */
  to: z.optional(instant),
})
export type VerificationFilter = z.infer<typeof VerificationFilter>

/** A verification in a list. Read the record for the person and the findings. */
export const VerificationListItem = z.object({
  /** The id of the verification. Read the record with it. @example 890123456789012 */
  id,
  /** Your own reference, as you sent it with the order. @example "customer-1042" */
  customerReference: z.string(),
  /** What was ordered. @example "address" */
  product: z.enum(products),
  /** When the order was accepted. @example "2026-11-20T09:30:00.000Z" */
  requestedAt: timestamp,
  /** When the record last changed. @example "2026-11-20T09:31:00.000Z" */
  updatedAt: timestamp,
  /** What was charged, in naira. 0 until there is a verdict, and for what is never charged. @example 2500 */
  price: z.number(),
  /** Where the verification stands, and how it ended. */
  status: Status,
  /** The latest dispute about the decision. Absent if nobody objected. Events are without it. */
  dispute: z.optional(RecordDispute),
})
export type VerificationListItem = z.infer<typeof VerificationListItem>

/** A page of verifications, newest first. @property data The verifications of this page. */
export const VerificationList = pageSchema(VerificationListItem)
