import * as z from 'zod/mini'
import { unmasked } from '../../http/contract/mask.ts'
import { nullable, timestamp } from '../../http/contract/text.ts'

export const parties = ['customer', 'applicant', 'operator'] as const
export type Party = (typeof parties)[number]

/** `upheld`: the decision stays. `revised`: there is a new revision. */
export const disputeStates = ['open', 'upheld', 'revised'] as const
export type DisputeState = (typeof disputeStates)[number]

/** The latest dispute, as far as a record says it: nothing that somebody wrote. */
export const RecordDispute = unmasked(
  z.object({
    /** From 1, per verification. */
    number: z.int(),
    raisedBy: z.enum(parties),
    raisedAt: timestamp,
    dueAt: timestamp,
    state: z.enum(disputeStates),
    concludedAt: nullable(timestamp),
  }),
)
export type RecordDispute = z.input<typeof RecordDispute>
