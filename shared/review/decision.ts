import type * as z from 'zod/mini'
import type { Caller } from '../account/caller.ts'
import type { ReviewDecision } from '../work/assignment/assignment.ts'
import type { DecideRequest } from '../work/assignment/contract.ts'
import { statusOf } from '../verification/contract/outcome.ts'
import type { DecisionResponse } from './contract.ts'

export interface DecisionRequest {
  readonly caller: Caller
  readonly id: string
  readonly body: DecideRequest
  readonly nowMs: number
}

/** @param way `reported` of one that waits for a second reviewer */
export const toDecisionResponse = (
  id: string,
  way: 'claimed' | 'reported' | 'decided',
  { verdict }: { readonly verdict?: ReviewDecision | undefined } = {},
): z.input<typeof DecisionResponse> => ({
  id,
  way,
  isStaged: way === 'reported',
  status: way === 'decided' && verdict ? statusOf(verdict.outcome) : null,
})
