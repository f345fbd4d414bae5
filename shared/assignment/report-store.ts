import { database } from '../table/driver.ts'
import {
  agentOutcomeKey,
  agentOutcomesQuery,
  backCheckKey,
  listIndexAttributes,
  openWorkList,
  workIndex,
  heldIndex,
  reportedWork,
} from '../table/keys.ts'
import { type Put, absent, conditionsMet } from '../table/port.ts'
import { expiresAt, retentionDays } from '../table/retention.ts'
import type { DecidedOutcome } from '../verification/contract/outcome.ts'
import type { Assignment, ReturnedReport, ReviewDecision, Provenance } from './assignment.ts'
import { writeWithTrail } from '../trail/store.ts'
import { heldByCondition, assignmentItemKey, openChecks } from './store.ts'
import type { Findings } from './contract.ts'
import type { Report } from '../verification/report.ts'
import { type TransitionChanges, transitionVerification } from '../verification/store.ts'
import type { Flag } from './flags.ts'

/** How a report of an agent's ended: what it came to, and what a reviewer or a second agent made of it. */
export interface AgentOutcome {
  readonly at: string
  readonly judgedBy: 'review' | 'back-check'
  readonly found: DecidedOutcome | null
  readonly outcome: DecidedOutcome
  readonly agrees: boolean
}

/** So many of the last are what a reviewer looks at. */
const shown = 10

/** To be written with what ended the report. */
export const agentOutcomeWrite = (
  { mode, verificationId }: Assignment,
  agent: string,
  outcome: AgentOutcome,
): Put => ({
  put: {
    ...agentOutcomeKey(mode, agent, outcome.at, verificationId),
    ...outcome,
    expiresAt: expiresAt(outcome.at, retentionDays.agentOutcome),
  },
})

/** The last ten of an agent, newest first. */
export const listRecentOutcomes = async ({ mode, agent }: Assignment): Promise<readonly AgentOutcome[]> => {
  if (!agent) return []
  const query = { ...agentOutcomesQuery(mode, agent), newestFirst: true, limit: shown }
  const { items } = await database.query<AgentOutcome>(query)
  return items.map(({ at, judgedBy, found, outcome, agrees }) => ({ at, judgedBy, found, outcome, agrees }))
}

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
