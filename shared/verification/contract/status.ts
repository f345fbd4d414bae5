import * as z from 'zod/mini'
import { unmasked } from '../../http/contract/mask.ts'

/** How a person decides, in the words of `subStatus`. */
export const decidedSubStatuses = [
  'VERIFIED',
  'FAILED - NOT IN RESIDENCE',
  'FAILED - INVALID ADDRESS',
  'CANNOT ACCESS ADDRESS',
  'FAILED - NOT AN EMPLOYEE',
  'FAILED - DETAILS MISMATCH',
  'FAILED - EMPLOYER UNREACHABLE',
] as const

/** The status object of interface §2.2; its rows are the table in `outcome.ts`. */
export const Status = unmasked(
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
    subStatus: z.enum(['IN PROGRESS', ...decidedSubStatuses, 'FAILED - EXPIRED', 'CANCELLED']),
    state: z.enum(['IN_PROGRESS', 'COMPLETE']),
  }),
)
export type Status = z.infer<typeof Status>
