import { withDecisionFlags } from '../work/assignment/flags.ts'
import type { AssignmentTask } from '../work/assignment/list-store.ts'
import { invalidRequest } from '../http/contract/problem.ts'
import type { DecisionRequest } from './decision.ts'

/**
 * Whether it may be decided among others, by its photos alone: one of them was taken near the address with a good
 * position, no flag speaks against it, and nobody objects or has decided.
 */
export const canDecideTogether = ({ assignment, verification }: AssignmentTask): boolean => {
  const { report, flags, objection, stagedDecision } = assignment
  const isShown = report !== undefined && 'verifind' in report && report.verifind?.isVerifind4d === true
  const isFlagged = withDecisionFlags(verification.decisionFlags, flags).length > 0
  return isShown && !isFlagged && !objection && !stagedDecision
}

/** @throws Problem invalid_request */
export const refuseTogether = (task: AssignmentTask, { body: { isTogether } }: DecisionRequest): void => {
  if (!isTogether || canDecideTogether(task)) return
  const detail =
    'Look at this case alone: it has a flag, no photo from near the address, or somebody else in it.'
  throw invalidRequest([{ pointer: '/isTogether', code: 'not_allowed', detail }])
}
