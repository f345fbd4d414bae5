import { heldIndex, listIndexAttributes, openWorkList, reportedWork, workIndex } from '../table/keys.ts'
import { conditionsMet } from '../table/port.ts'
import { writeWithTrail } from '../trail/store.ts'
import type { Report } from '../verification/report.ts'
import { type TransitionChanges, transitionVerification } from '../verification/store.ts'
import { type AgentOutcome, agentOutcomeWrite } from './agent-record-store.ts'
import type { Assignment, ReturnedReport, ReviewDecision } from './assignment.ts'
import { heldByCondition, assignmentItemKey, openChecks } from './store.ts'
import type { Provenance } from './provenance.ts'
import { type BackCheckRequest, buildBackCheck } from './back-check-store.ts'
import type { Findings } from './contract/report.ts'
import type { Flag } from './visit/flags.ts'

/** A report as its agent files it. */
export interface ReportInput {
  readonly by: string
  readonly report: Report
  readonly findings?: Findings
  readonly flags?: readonly Flag[]
  readonly provenance?: Provenance
}

/**
 * Files what was found, for somebody else to decide upon: from now on the verification is visited. The agent's lease
 * may be over, as long as nobody else has claimed it since. Answers false for a visit that is not the agent's (any
 * more), and for a verification that is final.
 */
export const fileReport = (
  assignment: Assignment,
  { by, report, findings, flags, provenance }: ReportInput,
): Promise<boolean> => {
  const { verificationId, dueAt } = assignment
  const { submittedAt: at } = report
  const update = {
    update: assignmentItemKey(assignment),
    set: {
      ...{ status: 'reported', report, findings, flags, provenance, reportedAt: at },
      ...workIndex(assignment, reportedWork(verificationId), dueAt),
    },
    remove: [
      ...['reviewer', 'reviewUntil', 'pendingRejection'],
      ...(findings ? [] : ['findings', 'flags']),
      ...(provenance ? [] : ['provenance']),
    ],
    condition: heldByCondition(by),
  }
  return conditionsMet(
    writeWithTrail(assignment, at, [{ what: 'reported', by }], update, ...openChecks(assignment)),
    ([stored]) => stored?.status === 'reported' && stored.reportedAt === at && stored.agent === by,
  )
}

/** The report that a reviewer saw, and no later one. */
const asSeen = ({ reportedAt }: Assignment) => ({
  when: '#status = :reported AND #reportedAt = :reportedAt',
  values: { reported: 'reported', reportedAt },
})

/** Gives a report back to its agent, who has it in hand again until a time. Answers false if it is not the one seen. */
export const saveReturnedReport = (
  assignment: Assignment,
  { at, by, comment }: ReturnedReport,
  leaseUntil: string,
): Promise<boolean> => {
  const { mode, agent, dueAt, stateId, returns = [] } = assignment
  const update = {
    update: assignmentItemKey(assignment),
    set: {
      ...{ status: 'claimed', leaseUntil, returns: [...returns, { at, by, comment }] },
      ...workIndex(assignment, openWorkList(stateId), dueAt),
      ...heldIndex(mode, agent!, dueAt),
    },
    remove: ['reviewer', 'reviewUntil', 'pendingRejection'],
    condition: asSeen(assignment),
  }
  return conditionsMet(
    writeWithTrail(assignment, at, [{ what: 'returned', by }], update, ...openChecks(assignment)),
  )
}

/** Keeps a rejection for a second person to confirm. Answers false if the report is not the one seen. */
export const stageVerdict = (assignment: Assignment, pendingRejection: ReviewDecision): Promise<boolean> => {
  const { outcome, by, at } = pendingRejection
  return conditionsMet(
    writeWithTrail(
      assignment,
      at,
      [{ what: 'staged', by, facts: { outcome } }],
      {
        update: assignmentItemKey(assignment),
        // Whoever comes second need not wait for the first one's time to end.
        set: { pendingRejection, reviewUntil: at },
        condition: asSeen(assignment),
      },
      ...openChecks(assignment),
    ),
  )
}

/** How a report ended, what that says of its agent, and whether another is to look again. */
export interface ReportOutcome {
  readonly verdict: ReviewDecision
  readonly agentOutcome?: AgentOutcome | undefined
  readonly backCheck?: BackCheckRequest | undefined
}

/**
 * Decides upon a report: the record is final and the work off every list in one transaction, if the report is the one
 * seen. Answers false otherwise.
 */
export const transitionReported = (
  assignment: Assignment,
  { verdict, agentOutcome, backCheck }: ReportOutcome,
  change: TransitionChanges,
): Promise<boolean> =>
  transitionVerification(assignment, 'decide', {
    ...change,
    also: [
      ...(change.also ?? []),
      {
        update: assignmentItemKey(assignment),
        set: { status: 'decided', verdict },
        remove: ['reviewUntil', ...listIndexAttributes],
        condition: asSeen(assignment),
      },
      ...(agentOutcome ? [agentOutcomeWrite(assignment, assignment.agent!, agentOutcome)] : []),
      ...(backCheck ? [buildBackCheck(assignment, backCheck)] : []),
    ],
  })
