import { daysLater } from '../table/retention.ts'
import { describeOutcome, isDecided, isFinal } from '../verification/contract/outcome.ts'
import { maxRevisions, revisionOf, type Verification } from '../verification/verification.ts'
import type { Party } from '../assignment/contract.ts'
import { type DisputeWork, type DisputeState, type NewObjection, disputeStateOf } from './dispute.ts'

/** Why an objection is not taken, as the API says it. */
export interface DisputeRefusal {
  readonly code: 'not_final' | 'not_disputable' | 'already_disputed' | 'dispute_over'
  readonly detail: string
}

/** What is known of a verification that somebody objects to. */
export interface Disputable {
  readonly verification: Verification
  readonly disputes: readonly DisputeWork[]
  readonly nowMs: number
  /** For how many days after a decision it can be. */
  readonly days: number
}

/** Until when the newest decision can be disputed, ISO 8601. */
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

/**
 * Why this party cannot object now, if so. Each may once to every revision, one after the other, while its days last.
 */
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
    return refused('not_disputable', `It was decided ${maxRevisions} times, and stays so.`)
  const until = disputableUntil(verification, days)
  return Date.parse(until) <= nowMs
    ? refused('dispute_over', `It could be disputed until ${until}.`)
    : undefined
}

/**
 * The same objection, made before to the decision that stands: who sends it twice has it. A request that is repeated is the
 * first one, whatever has been decided since.
 */
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

/** What an applicant sees of a decision. */
export interface ApplicantView {
  readonly state: 'decided' | DisputeState
  readonly mayObject: boolean
  /** The last moment to object, or by when somebody has looked at it again, ISO 8601. */
  readonly until: string
}

const isRecent = ({ verdict }: DisputeWork, { nowMs, days }: Disputable): boolean =>
  verdict !== undefined && Date.parse(daysLater(verdict.at, days)) > nowMs

/**
 * What an applicant sees of how it ended: while they may object, while somebody looks at it, and for as many days once
 * that is concluded. Undefined where it is no more of their concern.
 */
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
