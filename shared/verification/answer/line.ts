import type { VerificationLine } from '../contract/list.ts'
import { statusOf } from '../outcome.ts'
import type { Verification } from '../verification.ts'

type Line = Pick<
  Verification,
  'id' | 'product' | 'customerReference' | 'requestedAt' | 'updatedAt' | 'price' | 'outcome'
>

/** One line of a list. */
export const toVerificationLine = (line: Line): VerificationLine => ({
  id: line.id,
  customerReference: line.customerReference,
  product: line.product,
  requestedAt: line.requestedAt,
  updatedAt: line.updatedAt,
  price: line.price,
  status: statusOf(line.outcome),
})
