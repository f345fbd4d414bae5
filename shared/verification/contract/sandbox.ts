import * as z from 'zod/mini'
import { id } from '../../http/contract/text.ts'
import { decidedSubStatuses, Status } from './status.ts'

/** How a test verification is to end, in the words of the table of outcomes. */
export const ForceOutcome = z.object({ subStatus: z.enum(decidedSubStatuses) })
export type ForceOutcome = z.infer<typeof ForceOutcome>

/** What the verification is from now on; its event follows. */
export const ForceOutcomeResponse = z.object({ id, status: Status })
