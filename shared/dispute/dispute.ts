import type { DecidedOutcome } from '../verification/contract/outcome.ts'
import { revisionOf, verificationKeyOf, type Verification } from '../verification/verification.ts'
import { type Assignment, visitAreaOf, type Objection } from '../assignment/assignment.ts'
import type { Ground, Party } from '../assignment/contract.ts'

/** An objection as work for another reviewer: the report that there is, to be decided upon once more. */
export interface DisputeWork extends Assignment {
  /** From 1, of its verification. */
  readonly dispute: number
  readonly objection: Objection
  readonly decidedBefore: readonly string[]
}

export type DisputeState = 'open' | 'upheld' | 'revised'

/** What became of it. */
export const disputeStateOf = ({ verdict, objection }: DisputeWork): DisputeState => {
  if (!verdict) return 'open'
  return verdict.outcome === objection.outcome ? 'upheld' : 'revised'
}

/** An objection as it comes. */
export interface NewObjection {
  readonly by: Party
  readonly ground: Ground
  readonly reason: string
  readonly nowMs: number
  /** Whether the same request came before, and its answer was lost. */
  readonly isRepeat?: boolean
}

/** What there was before: the people's work on the first decision, if it was theirs, and earlier disputes. */
export interface Before {
  readonly assignment: Assignment | undefined
  readonly disputes: readonly DisputeWork[]
}

/** Everybody who decided, staged or confirmed anything of it. */
const deciders = (verification: Verification, { assignment, disputes }: Before): readonly string[] => {
  const works = [...(assignment ? [assignment] : []), ...disputes]
  const all = [
    verification.decidedBy,
    ...works.flatMap(({ verdict, pendingRejection }) => [verdict?.by, pendingRejection?.by]),
    ...disputes.flatMap(({ decidedBefore }) => decidedBefore),
  ]
  return [...new Set(all.filter(one => one !== undefined))]
}

/** What was reported. What the sandbox decided before anybody had the work is as if somebody had. */
const reportOf = (verification: Verification, assignment: Assignment | undefined) => {
  const { report, requestedAt, updatedAt } = verification
  const { agent, claimedAt, reportedAt, findings, flags, provenance, returns } = assignment ?? {}
  return {
    report,
    agent: agent ?? 'service',
    claimedAt: claimedAt ?? requestedAt,
    reportedAt: reportedAt ?? report?.submittedAt ?? updatedAt,
    ...{ findings, flags, provenance, returns },
  }
}

/** The work that an objection makes: as it was reported, for somebody else. @param dueSeconds until it is late */
export const buildDisputeWork = (
  verification: Verification,
  before: Before,
  { by, ground, reason, nowMs }: NewObjection,
  dueSeconds: number,
): DisputeWork => {
  const { product, outcome, updatedAt, decidedBy, adminComment } = verification
  const raisedAt = new Date(nowMs).toISOString()
  return {
    ...verificationKeyOf(verification),
    ...visitAreaOf(verification),
    ...reportOf(verification, before.assignment),
    dispute: before.disputes.length + 1,
    objection: {
      ...{ by, ground, reason, raisedAt },
      ...{ revision: revisionOf(verification), outcome: outcome as DecidedOutcome, decidedAt: updatedAt },
      ...{ decidedBy, adminComment },
    },
    decidedBefore: deciders(verification, before),
    product,
    taskToken: '',
    assignedAt: raisedAt,
    dueAt: new Date(nowMs + dueSeconds * 1000).toISOString(),
    status: 'reported',
  } as DisputeWork
}
