import * as z from 'zod/mini'
import { unmasked } from '../../http/contract/mask.ts'
import { nullable, timestamp } from '../../http/contract/text.ts'

export const parties = ['customer', 'applicant', 'operator'] as const
export type Party = (typeof parties)[number]

/** `upheld`: the decision stays. `revised`: there is a new revision. */
export const disputeStates = ['open', 'upheld', 'revised'] as const
export type DisputeState = (typeof disputeStates)[number]

/** The latest dispute of a verification. `…/revisions` has all, with what was written. */
export const RecordDispute = unmasked(
  z.object({
    /** Its number: 1 for the first dispute of a verification. @example 1 */
    number: z.int(),
    /** Who objected. `operator`: a second visit contradicted the decision. @example "customer" */
    raisedBy: z.enum(parties),
    /** When. @example "2026-11-20T09:30:00.000Z" */
    raisedAt: timestamp,
    /** When its conclusion is due. @example "2026-11-22T09:30:00.000Z" */
    dueAt: timestamp,
    /**
     * Whether it is open. `upheld`: the decision stays. `revised`: there is a new revision.
     * @example "open"
     */
    state: z.enum(disputeStates),
    /** When a reviewer concluded it. Null while it is open. @example "2026-11-20T09:33:00.000Z" */
    concludedAt: nullable(timestamp),
  }),
)
/** As it is stored. */
export type RecordDispute = Omit<z.infer<typeof RecordDispute>, 'concludedAt'> & {
  readonly concludedAt?: string
}
