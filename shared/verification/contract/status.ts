import * as z from 'zod/mini'
import { shown } from '../../http/contract/mask.ts'

/** The status object of interface §2.2; its rows are the table in `outcome.ts`. */
export const Status = shown(
  z.object({
    status: z.enum([
      'IN_PROGRESS',
      'VERIFIED',
      'WRONG_ADDRESS',
      'INVALID_ADDRESS',
      'NO_ACCESS',
      'UNVERIFIED',
      'CANCELLED',
    ]),
    subStatus: z.string(),
    state: z.enum(['IN_PROGRESS', 'COMPLETE']),
  }),
)
export type Status = z.infer<typeof Status>
