import type * as z from 'zod/mini'
import { type Assignment, type Objection, visitAreaOf } from '../work/assignment/assignment.ts'
import type { Ground } from '../work/assignment/contract.ts'
import { daysLater } from '../table/retention.ts'
import type { DisputeState, Party, RecordDispute } from '../verification/contract/dispute.ts'
import {
  type DecidedOutcome,
  describeOutcome,
  isDecided,
  isFinal,
  statusOf,
} from '../verification/contract/outcome.ts'
import { collectionOf } from '../verification/contract/product.ts'
import {
  maxRevisions,
  revisionOf,
  type Verification,
  verificationKeyOf,
} from '../verification/verification.ts'
import type { Dispute } from './contract.ts'

/** Another reviewer decides on the same report again. */
export interface DisputeWork extends Assignment {
  /** From 1, per verification. */
  readonly dispute: number
  readonly objection: Objection
  readonly tookPart: readonly string[]
}

export const disputeStateOf = ({ verdict, objection }: DisputeWork): DisputeState => {
  if (!verdict) return 'open'
  return verdict.outcome === objection.outcome ? 'upheld' : 'revised'
}

export interface NewObjection {
  readonly by: Party
  readonly ground: Ground
  readonly reason: string
  readonly nowMs: number
  /** Who had a part in it besides those who decided. */
  readonly tookPart?: readonly string[]
  /** Whether an earlier request with a lost response made it. */
  readonly isRepeat?: boolean
}

interface Before {
  readonly assignment: Assignment | undefined
  readonly disputes: readonly DisputeWork[]
}

/** Everybody who decided, proposed or confirmed a decision. */
const deciders = (verification: Verification, { assignment, disputes }: Before): readonly string[] => {
  const works = [...(assignment ? [assignment] : []), ...disputes]
  const all = [
    verification.decidedBy,
    ...works.flatMap(({ verdict, stagedDecision }) => [verdict?.by, stagedDecision?.by]),
    ...disputes.flatMap(({ tookPart }) => tookPart),
  ]
  return [...new Set(all.filter(one => one !== undefined))]
}

/** What was said to strong flags in the decision that stands. */
const flagsAnswerIn = ({ assignment, disputes }: Before): string | undefined =>
  (disputes.findLast(one => disputeStateOf(one) === 'revised') ?? assignment)?.verdict?.answered?.words

/** A decision of the sandbox may come before anybody reported. */
const reportOf = (verification: Verification, assignment: Assignment | undefined) => {
  const { report, requestedAt, updatedAt } = verification
  const { agent, claimedAt, reportedAt, findings, flags, provenance, returns } = assignment ?? {}
  return {
    report,
    agent: agent ?? 'service',
    claimedAt: claimedAt ?? requestedAt,
    reportedAt: reportedAt ?? report?.submittedAt ?? updatedAt,
    findings,
    flags,
    provenance,
    returns,
  }
}

/** @param dueSeconds until it is overdue */
export const buildDisputeWork = (
  verification: Verification,
  before: Before,
  { by, ground, reason, nowMs, tookPart = [] }: NewObjection,
  dueSeconds: number,
): DisputeWork => {
  const { product, outcome, updatedAt, decidedBy, adminComment, againstFinding } = verification
  const raisedAt = new Date(nowMs).toISOString()
  return {
    ...verificationKeyOf(verification),
    ...visitAreaOf(verification),
    ...reportOf(verification, before.assignment),
    dispute: before.disputes.length + 1,
    objection: {
      by,
      ground,
      reason,
      raisedAt,
      revision: revisionOf(verification),
      outcome: outcome as DecidedOutcome,
      decidedAt: updatedAt,
      decidedBy,
      adminComment,
      againstFinding,
      flagsAnswer: flagsAnswerIn(before),
    },
    tookPart: [...deciders(verification, before), ...tookPart],
    product,
    taskToken: '',
    assignedAt: raisedAt,
    dueAt: new Date(nowMs + dueSeconds * 1000).toISOString(),
    status: 'reported',
  } as DisputeWork
}

export interface DisputeRefusal {
  readonly code: 'not_final' | 'not_disputable' | 'already_disputed' | 'dispute_over'
  readonly detail: string
}

export interface Disputable {
  readonly verification: Verification
  readonly disputes: readonly DisputeWork[]
  readonly nowMs: number
  readonly days: number
}

/** ISO 8601. */
export const disputableUntil = ({ updatedAt }: Verification, days: number): string =>
  daysLater(updatedAt, days)

const refused = (code: DisputeRefusal['code'], detail: string): DisputeRefusal => ({ code, detail })

const already = (disputed: DisputeWork): DisputeRefusal =>
  refused(
    'already_disputed',
    disputeStateOf(disputed) === 'open'
      ? `The ${disputed.objection.by} has, and somebody is looking at it.`
      : 'You have, and the decision was upheld.',
  )

/** Undefined if the party may object: once per revision, one dispute at a time; a customer or applicant within the dispute period. */
export const findDisputeRefusal = (
  { verification, disputes, nowMs, days }: Disputable,
  party: Party,
): DisputeRefusal | undefined => {
  const { outcome } = verification
  const revision = revisionOf(verification)
  if (!isFinal(outcome)) return refused('not_final', 'Nobody has decided it yet.')
  if (!isDecided(outcome))
    return refused('not_disputable', `${describeOutcome(outcome)} Nobody decided that.`)
  const open = disputes.find(each => disputeStateOf(each) === 'open')
  if (open) return already(open)
  const own = disputes.find(({ objection: of }) => of.by === party && of.revision === revision)
  if (own) return already(own)
  if (revision >= maxRevisions)
    return refused('not_disputable', `It was decided ${maxRevisions} times; this decision is final.`)
  const until = disputableUntil(verification, days)
  return party !== 'operator' && Date.parse(until) <= nowMs
    ? refused('dispute_over', `It could be disputed until ${until}.`)
    : undefined
}

/** The earlier dispute if this objection was made before; a repeated request gets it whatever was decided since. */
export const sameObjection = (
  { verification, disputes }: Disputable,
  { by, ground, reason, isRepeat }: NewObjection,
): DisputeWork | undefined =>
  disputes.findLast(
    ({ objection: of }) =>
      (isRepeat || of.revision === revisionOf(verification)) &&
      of.by === by &&
      of.ground === ground &&
      of.reason === reason,
  )

export interface ApplicantView {
  readonly state: 'decided' | DisputeState
  readonly mayObject: boolean
  /** The end of the dispute period, or the due time of the open dispute. ISO 8601. */
  readonly until: string
}

const isRecent = ({ verdict }: DisputeWork, { nowMs, days }: Disputable): boolean =>
  verdict !== undefined && Date.parse(daysLater(verdict.at, days)) > nowMs

/** Shown within the dispute period, during a dispute, and for as many days after its conclusion. */
export const applicantViewOf = (seen: Disputable): ApplicantView | undefined => {
  const { verification, disputes, days } = seen
  if (!isDecided(verification.outcome)) return undefined
  const last = disputes.at(-1)
  const state = last ? disputeStateOf(last) : 'decided'
  if (last && state === 'open') return { state, mayObject: false, until: last.dueAt }
  const mayObject = findDisputeRefusal(seen, 'applicant') === undefined
  const isShown = mayObject || (last !== undefined && isRecent(last, seen))
  return isShown ? { state, mayObject, until: disputableUntil(verification, days) } : undefined
}

/** What the record says of its latest dispute. */
export const toRecordDispute = (disputed: DisputeWork): RecordDispute => {
  const { dispute, objection, dueAt, verdict } = disputed
  return {
    number: dispute,
    raisedBy: objection.by,
    raisedAt: objection.raisedAt,
    dueAt,
    state: disputeStateOf(disputed),
    ...(verdict && { concludedAt: verdict.at }),
  }
}

export const toDispute = (disputed: DisputeWork): z.input<typeof Dispute> => {
  const { dispute, objection, dueAt, verdict } = disputed
  const { by, ground, reason, raisedAt, revision } = objection
  return {
    number: dispute,
    revision,
    raisedBy: by,
    ground,
    raisedAt,
    dueAt,
    reason: by === 'customer' ? reason : null,
    state: disputeStateOf(disputed),
    concludedAt: verdict?.at,
    remark: verdict?.adminComment,
  }
}

export const toRevision = (record: Verification, disputes: readonly DisputeWork[]) => {
  const number = revisionOf(record)
  const cause = disputes.find(
    one => disputeStateOf(one) === 'revised' && one.objection.revision === number - 1,
  )
  return {
    number,
    status: statusOf(record.outcome),
    decidedAt: record.updatedAt,
    dispute: cause?.dispute,
    receipt: `/v1/${collectionOf[record.product]}/${record.id}/receipt?revision=${number}`,
  }
}
