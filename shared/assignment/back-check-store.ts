import { backCheckKey, listIndexAttributes, openWorkList, workIndex } from '../table/keys.ts'
import { absent, conditionsMet, type Put } from '../table/port.ts'
import { expiresAt } from '../table/retention.ts'
import { writeWithTrail } from '../trail/store.ts'
import type { DecidedOutcome } from '../verification/contract/outcome.ts'
import { agentOutcomeWrite } from './agent-record-store.ts'
import type { Assignment } from './assignment.ts'
import { heldByCondition, assignmentItemKey } from './store.ts'
import type { Findings } from './contract/report.ts'

/** For so long it may be late. */
const daysBeyondDue = 14

/** When a back-check is asked for, and until when it is not late. */
export interface BackCheckRequest {
  readonly at: string
  readonly dueAt: string
}

/** A second visit, as another agent finds it in the list: like a first one, without a word of the first report. */
export const buildBackCheck = (first: Assignment, { at, dueAt }: BackCheckRequest): Put => {
  const { organisationId, mode, verificationId, product, stateId, lgaId, agent } = first
  const key = { organisationId, mode, verificationId }
  return {
    put: {
      ...key,
      ...backCheckKey(key, verificationId),
      ...workIndex(key, openWorkList(stateId), dueAt),
      ...{ product, stateId, lgaId, dueAt },
      ...{ isBackCheck: true, visitedBy: agent, assignedAt: at, status: 'open', taskToken: '' },
      // One that nobody makes leaves the list by itself.
      expiresAt: expiresAt(dueAt, daysBeyondDue),
    },
    condition: absent,
  }
}

/** What a second agent found, beside what was decided after the first. */
export interface BackCheckResult {
  readonly by: string
  readonly at: string
  readonly findings: Findings
  readonly found: DecidedOutcome
  readonly agrees: boolean
}

/**
 * Files a back-check: it is over with this, and counts for the first agent. The verification stays as it was decided.
 * Answers false if it is not this agent's (any more).
 */
export const fileBackCheck = (assignment: Assignment, look: BackCheckResult): Promise<boolean> => {
  const { by, at, findings, found, agrees } = look
  const { visitedBy } = assignment
  const outcome = { at, judgedBy: 'back-check', found: 'verified', outcome: found, agrees } as const
  return conditionsMet(
    writeWithTrail(
      assignment,
      at,
      [{ what: 'backCheckDone', by, facts: { agrees } }],
      {
        update: assignmentItemKey(assignment),
        set: { status: 'decided', findings, reportedAt: at, agrees },
        remove: listIndexAttributes,
        condition: heldByCondition(by),
      },
      agentOutcomeWrite(assignment, visitedBy!, outcome),
    ),
    ([stored]) => stored?.reportedAt === at && stored.agent === by,
  )
}
