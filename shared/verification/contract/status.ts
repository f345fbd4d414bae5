import * as z from 'zod/mini'
import { unmasked } from '../../http/contract/mask.ts'
import { text } from '../../http/contract/text.ts'
import {
  type ContradictionReason,
  contradictionReasons,
  type DecisionFlag,
  decisionFlags,
} from './contradiction.ts'
import { strongVisitFlags } from './visit-flag.ts'
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

export const AgainstFinding = z.object({
  reason: z.enum(Object.keys(contradictionReasons) as ContradictionReason[]),
  explanation: text(1000),
})
export type AgainstFinding = z.infer<typeof AgainstFinding>

export const RecordFlag = z.object({
  code: z.enum([...(Object.keys(decisionFlags) as DecisionFlag[]), ...strongVisitFlags]),
  weight: z.enum(['strong', 'weak']),
  reason: z.string(),
  places: z.optional(z.array(z.string())),
})
export type RecordFlag = z.infer<typeof RecordFlag>
