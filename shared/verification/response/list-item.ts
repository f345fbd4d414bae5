import type { VerificationListItem } from '../contract/list.ts'
import { statusOf } from '../outcome.ts'
import type { ListedVerification } from '../verification.ts'

/** One line of a list. */
export const toVerificationListItem = (line: ListedVerification): VerificationListItem => ({
  id: line.id,
  customerReference: line.customerReference,
  product: line.product,
  requestedAt: line.requestedAt,
  updatedAt: line.updatedAt,
  price: line.price,
  status: statusOf(line.outcome),
})
