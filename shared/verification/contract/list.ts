import * as z from 'zod/mini'
import { instant, Page, pageSchema } from '../../http/contract/page.ts'
import { id, text, timestamp } from '../../http/contract/text.ts'
import { RecordDispute } from './dispute.ts'
import { products } from './product.ts'
import { Status } from './status.ts'

export const VerificationFilter = z.object({
  ...Page.shape,
  status: z.optional(Status.shape.status),
  customerReference: z.optional(text(100)),
  /** Requested at or after. */
  from: z.optional(instant),
  /** Requested before. */
  to: z.optional(instant),
})
export type VerificationFilter = z.infer<typeof VerificationFilter>

/** One line of a list. It names no applicant: the record is one read away. */
export const VerificationListItem = z.object({
  id,
  customerReference: z.string(),
  product: z.enum(products),
  requestedAt: timestamp,
  updatedAt: timestamp,
  price: z.number(),
  status: Status,
  dispute: z.optional(RecordDispute),
})
export type VerificationListItem = z.infer<typeof VerificationListItem>

export const VerificationList = pageSchema(VerificationListItem)
