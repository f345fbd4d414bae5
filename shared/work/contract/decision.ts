import * as z from 'zod/mini'
import { optional } from '../../http/contract/optional.ts'
import { optionalText } from '../../http/contract/text.ts'
import { decidedSubStatuses, Status } from '../../verification/contract/status.ts'

export const DecideRequest = z.object({
  decision: z.enum(['approve', 'reject', 'return']),
  /** The subStatus that the customer reads. */
  reason: optional(z.enum(decidedSubStatuses.slice(1))),
  /** What the agent must do. */
  comment: optionalText(2000),
  /** Shown to the customer. */
  adminComment: optionalText(2000),
})
export type DecideRequest = z.infer<typeof DecideRequest>

export const DecisionResponse = z.object({
  id: z.string(),
  way: z.enum(['claimed', 'reported', 'decided']),
  isStaged: z.boolean(),
  status: z.nullable(Status),
})
