import * as z from 'zod/mini'
import { unmasked } from '../../http/contract/mask.ts'
import { text } from '../../http/contract/text.ts'
import {
  type ContradictionReason,
  contradictionReasons,
  type DecisionFlag,
  decisionFlags,
} from './contradiction.ts'
import { type StrongVisitFlag, strongVisitFlags } from './visit-flag.ts'
import { decidedOutcomes, outcomes, type StatusCode, statusTexts } from './outcome.ts'

export const decidedSubStatuses = Object.values(decidedOutcomes).map(({ subStatus }) => subStatus)

/** Where a verification stands. Decide by `subStatus` once `state` is `COMPLETE`. */
export const Status = unmasked(
  z.object({
    /** The result in one word. `VERIFIED` alone confirms what was claimed. @example "VERIFIED" */
    status: z.enum(Object.keys(statusTexts) as StatusCode[]),
    /** The result with its reason. The guide “Reading a verdict” lists all. @example "VERIFIED" */
    subStatus: z.enum(Object.values(outcomes).map(({ subStatus }) => subStatus)),
    /** `COMPLETE` means finished, not confirmed. @example "COMPLETE" */
    state: z.enum(['IN_PROGRESS', 'COMPLETE']),
  }),
)
export type Status = z.infer<typeof Status>

/** Why a reviewer decided against what was found. */
export const AgainstFinding = z.object({
  /** The reason, from a list: {@link contradictionReasons}. @example "wording" */
  reason: z.enum(Object.keys(contradictionReasons) as ContradictionReason[]),
  /** The reason in the reviewer’s words. @example "Both names are of the same company." */
  explanation: text(1000),
})
export type AgainstFinding = z.infer<typeof AgainstFinding>

/** What a decision or its evidence has to be asked about. */
export const RecordFlag = z.object({
  /**
   * For programs. Of the decision: {@link decisionFlags} Of the visit: {@link strongVisitFlags}.
   * @example "no_position"
   */
  code: z.enum([
    ...(Object.keys(decisionFlags) as DecisionFlag[]),
    ...(Object.keys(strongVisitFlags) as StrongVisitFlag[]),
  ]),
  /** How much it matters. @example "strong" */
  weight: z.enum(['strong', 'weak']),
  /**
   * For people, with its number: the least and the most where it differs from place to place.
   * @example "No position of the report or a photo says where the agent was."
   */
  reason: z.string(),
  /**
   * Where it was seen: the `claim`, the `report`, and photos by their place in the record, such as
   * `exteriorPhotos.photo1`. Absent for the visit or the decision as a whole.
   * @example ["report","exteriorPhotos.photo1"]
   */
  places: z.optional(z.array(z.string())),
})
export type RecordFlag = z.infer<typeof RecordFlag>
