import * as z from 'zod/mini'
import { optional } from '../../http/contract/optional.ts'
import { optionalText } from '../../http/contract/text.ts'
import { decidedSubStatuses, Status } from '../../verification/contract/status.ts'

/** A reviewer's decision on a report. */
export const DecideRequest = z.object({
  decision: z.enum(['approve', 'reject', 'return']),
  /** Of a rejection: the subStatus that the customer reads. */
  reason: optional(z.enum(decidedSubStatuses.slice(1))),
  /** Of a return: what the agent is to do. */
  comment: optionalText(2000),
  /** What the customer reads beside the outcome. */
  adminComment: optionalText(2000),
})
export type DecideRequest = z.infer<typeof DecideRequest>

/** What became of it. */
export const DecisionResponse = z.object({
  id: z.string(),
  way: z.enum(['claimed', 'reported', 'decided']),
  /** Whether a second person has to decide so, too. */
  isStaged: z.boolean(),
  /** The verification's, once it is decided. */
  status: z.nullable(Status),
})
