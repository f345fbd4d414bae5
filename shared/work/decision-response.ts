import type * as z from 'zod/mini'
import type { PendingDecision, ReviewDecision } from '../assignment/assignment.ts'
import { statusOf } from '../verification/contract/outcome.ts'
import type { DecisionResponse } from './contract.ts'

interface DecisionResult {
  readonly verdict?: ReviewDecision | undefined
  /** What its reviewer can still take back. */
  readonly pending?: PendingDecision
}

/** `reported` without a pending decision: one that waits for a second reviewer. */
export const toDecisionResponse = (
  id: string,
  way: 'claimed' | 'reported' | 'decided',
  { verdict, pending }: DecisionResult = {},
): z.input<typeof DecisionResponse> => ({
  id,
  way,
  isStaged: pending?.isStaged ?? way === 'reported',
  status: way === 'decided' && verdict ? statusOf(verdict.outcome) : null,
  holdsAt: pending?.holdsAt ?? null,
})
