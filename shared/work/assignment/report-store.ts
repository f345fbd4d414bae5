import type { Write } from '../../table/port.ts'
import type { Report } from '../../verification/report.ts'
import { type TransitionChanges, transitionVerification } from '../../verification/transition-store.ts'
import {
  type Assignment,
  decisionFacts,
  type Provenance,
  type ReturnedReport,
  type ReviewDecision,
  type VisitLots,
} from './assignment.ts'
import type { Findings } from './contract.ts'
import type { Flag } from './flags.ts'
import { moveWork, moveWrite } from './move-store.ts'

export interface ReportInput {
  readonly by: string
  readonly report: Report
  readonly findings?: Findings
  readonly flags?: readonly Flag[]
  readonly provenance?: Provenance
  readonly lots?: VisitLots
}

/** Files a report unless somebody else has claimed the visit since the lease ended, or the verification is final. */
export const fileReport = (
  assignment: Assignment,
  { by, report, findings, flags, provenance, lots }: ReportInput,
): Promise<boolean> => {
  const { submittedAt: at } = report
  return moveWork(assignment, 'report', {
    by,
    at,
    set: { report, findings, flags, provenance, ...lots, reportedAt: at },
    isOwn: ({ status, reportedAt, agent }) => status === 'reported' && reportedAt === at && agent === by,
  })
}

/** Keeps a report of work that its applicant's "no" ended under this agent: the work stays ended, and nobody decides on it. */
export const keepReport = async (
  assignment: Assignment,
  { by, report, findings, flags }: ReportInput,
): Promise<boolean> => {
  const { submittedAt: at } = report
  return moveWork(assignment, 'reportAfterEnd', {
    by,
    at,
    set: { report, findings, flags, reportedAt: at },
    isOwn: ({ reportedAt, agent }) => reportedAt === at && agent === by,
  })
}

/** Returns a report to its agent, who holds the visit again. Answers false if it is not the report that was read. */
export const saveReturnedReport = (
  assignment: Assignment,
  returned: ReturnedReport,
  leaseUntil: string,
): Promise<boolean> => {
  const { at, by, comment } = returned
  const returns = [...(assignment.returns ?? []), { at, by, comment }]
  return moveWork(assignment, 'return', { by, at, set: { leaseUntil, returns } })
}

/** Saves a decision for a second person to confirm. Answers false if it is not of the report that was read. */
export const saveStagedDecision = (
  assignment: Assignment,
  stagedDecision: ReviewDecision,
): Promise<boolean> => {
  const { outcome, by, at } = stagedDecision
  const facts = { outcome, ...decisionFacts(stagedDecision) }
  return moveWork(assignment, 'stage', { by, at, facts, set: { stagedDecision, reviewUntil: at } })
}

export interface ReportOutcome {
  readonly verdict: ReviewDecision
  readonly backCheck?: readonly Write[] | undefined
}

/** Makes the record final and takes the work off every list, in one transaction. Answers false if it is not the report that was read. */
export const transitionReported = (
  assignment: Assignment,
  { verdict, backCheck }: ReportOutcome,
  change: TransitionChanges,
): Promise<boolean> =>
  transitionVerification(assignment, 'decide', {
    ...change,
    work: moveWrite(assignment, 'decide', { by: verdict.by, at: verdict.at, set: { verdict } }),
    also: [...(change.also ?? []), ...(backCheck ?? [])],
  })
