import * as z from 'zod/mini'
import { unmasked } from '../../http/contract/mask.ts'
import { decidedOutcomes, outcomes, type StatusCode, statusTexts } from './outcome.ts'

export const decidedSubStatuses = Object.values(decidedOutcomes).map(({ subStatus }) => subStatus)

export const Status = unmasked(
  z.object({
    status: z.enum(Object.keys(statusTexts) as StatusCode[]),
    subStatus: z.enum(Object.values(outcomes).map(({ subStatus }) => subStatus)),
    state: z.enum(['IN_PROGRESS', 'COMPLETE']),
  }),
)
export type Status = z.infer<typeof Status>
