import type { TrailEventType } from '../../trail/entry.ts'
import { workEnd } from '../../verification/work-end.ts'
import type { Assignment, AssignmentStatus } from './assignment.ts'

/** Work is not opened until its workflow has begun, and may end before. */
export type WorkStatus = AssignmentStatus | 'unopened'

/** What the stored work is asked beside its status, as the guide says it. The conditions are in `move-store.ts`. */
export const guardWords = {
  isTheirs: 'they are its agent',
  isFree: 'nobody holds it, or its lease is over',
  isFreeOrAsRead: 'nobody holds it, its lease is over, or it is held as the supervisor read it',
  isLeaseAsRead: 'the lease is the one that was read',
  isAccepted: 'its agent has accepted it',
  isNotExtended: 'the lease was not extended before',
  hasAppointmentsLeft: 'it has not had all its appointments',
  isEndedByApplicant: 'the applicant’s “no” has ended it',
  isReportAsRead: 'there is no later report than the one that was read',
  isReviewAsRead: 'it is the report that was read, with the same reviewer or none',
  isReportOfOthers: 'somebody else made the visit',
  isReviewFree: 'no other reviewer holds it, or only who took the first of two decisions',
  isReviewer: 'they are its reviewer',
  isReviewLeaseAsRead: 'the reviewer’s time is the one that was read',
} as const satisfies Record<string, string>

export type Guard = keyof typeof guardWords

type Attribute = keyof Assignment

export interface Move {
  readonly from: readonly WorkStatus[]
  /** As it was where there is none. */
  readonly to?: AssignmentStatus
  readonly guards?: readonly Guard[]
  /** Given with the move. */
  readonly sets?: readonly Attribute[]
  /** Given, or removed. */
  readonly replaces?: readonly Attribute[]
  /** Given, or as it was. */
  readonly adds?: readonly Attribute[]
  readonly counts?: readonly 'timesAppointed'[]
  readonly clears?: readonly Attribute[]
  /** Where others find it; as it was where there is none. */
  readonly list?: 'open' | 'claimed' | 'reported' | 'none'
  /** Who has it in a list of their own; as it was where there is none. */
  readonly holder?: 'agent' | 'reviewer' | 'nobody'
  /** In the trail. The moves that end a record are told by the record's own. */
  readonly word?: TrailEventType
}

/** Every move of work that is open. Its write follows from its row: no write can make another move. */
export const moves = {
  claim: {
    from: ['open', 'claimed'],
    to: 'claimed',
    guards: ['isFree'],
    sets: ['agent', 'leaseUntil', 'claimedAt'],
    replaces: ['claimedFrom'],
    clears: ['offeredBy', 'isLeaseExtended'],
    list: 'claimed',
    holder: 'agent',
    word: 'claimed',
  },
  /** An offer that a supervisor made since it was read is accepted by it. */
  renew: {
    from: ['claimed'],
    guards: ['isTheirs'],
    sets: ['leaseUntil'],
    clears: ['offeredBy'],
    list: 'claimed',
    holder: 'agent',
    word: 'claimed',
  },
  offer: {
    from: ['open', 'claimed'],
    to: 'claimed',
    guards: ['isFreeOrAsRead'],
    sets: ['agent', 'leaseUntil', 'offeredBy', 'claimedAt'],
    clears: ['isLeaseExtended', 'claimedFrom'],
    list: 'claimed',
    holder: 'agent',
    word: 'assigned',
  },
  offerAgain: {
    from: ['open', 'claimed'],
    to: 'claimed',
    guards: ['isFreeOrAsRead'],
    sets: ['agent', 'leaseUntil', 'offeredBy'],
    list: 'claimed',
    holder: 'agent',
    word: 'assigned',
  },
  accept: {
    from: ['claimed'],
    guards: ['isTheirs'],
    sets: ['leaseUntil', 'claimedAt'],
    replaces: ['claimedFrom'],
    clears: ['offeredBy', 'isLeaseExtended'],
    list: 'claimed',
    holder: 'agent',
    word: 'claimed',
  },
  extend: {
    from: ['claimed'],
    guards: ['isTheirs', 'isLeaseAsRead', 'isAccepted', 'isNotExtended'],
    sets: ['leaseUntil', 'isLeaseExtended'],
    list: 'claimed',
    word: 'leaseExtended',
  },
  release: {
    from: ['claimed'],
    to: 'open',
    guards: ['isTheirs'],
    clears: ['agent', 'claimedAt', 'leaseUntil', 'isLeaseExtended', 'offeredBy'],
    list: 'open',
    holder: 'nobody',
    word: 'released',
  },
  refuse: {
    from: ['claimed'],
    to: 'open',
    guards: ['isTheirs'],
    sets: ['refusals'],
    clears: ['agent', 'claimedAt', 'leaseUntil', 'isLeaseExtended', 'offeredBy'],
    list: 'open',
    holder: 'nobody',
    word: 'released',
  },
  appoint: {
    from: ['claimed'],
    guards: ['isTheirs', 'hasAppointmentsLeft'],
    sets: ['appointment'],
    counts: ['timesAppointed'],
    word: 'appointmentSet',
  },
  takeAppointmentBack: {
    from: ['claimed'],
    guards: ['isTheirs'],
    clears: ['appointment'],
    word: 'appointmentSet',
  },
  report: {
    from: ['claimed'],
    to: 'reported',
    guards: ['isTheirs'],
    sets: ['report', 'reportedAt'],
    replaces: ['findings', 'flags', 'provenance'],
    adds: ['isSampled', 'isBackCheckSampled'],
    clears: ['offeredBy', 'isLeaseExtended', 'reviewer', 'reviewUntil', 'stagedDecision'],
    list: 'reported',
    word: 'reported',
  },
  attest: {
    from: ['open', 'claimed'],
    to: 'reported',
    sets: ['agent', 'report', 'provenance', 'reportedAt'],
    adds: ['claimedAt'],
    clears: ['findings', 'reviewer', 'reviewUntil', 'stagedDecision'],
    list: 'reported',
    holder: 'nobody',
    word: 'reported',
  },
  backCheck: {
    from: ['claimed'],
    to: 'reported',
    guards: ['isTheirs'],
    sets: ['report', 'reportedAt', 'agrees'],
    adds: ['findings', 'flags'],
    clears: ['claimedFrom'],
    list: 'none',
    holder: 'nobody',
    word: 'backCheckDone',
  },
  reportAfterEnd: {
    from: ['decided'],
    guards: ['isTheirs', 'isEndedByApplicant', 'isReportAsRead'],
    sets: ['report', 'reportedAt'],
    adds: ['findings', 'flags'],
    word: 'reported',
  },
  review: {
    from: ['reported'],
    guards: ['isReportOfOthers', 'isReviewFree'],
    sets: ['reviewer', 'reviewUntil'],
    holder: 'reviewer',
    word: 'reviewing',
  },
  handOver: {
    from: ['reported'],
    guards: ['isReviewer', 'isReviewLeaseAsRead'],
    sets: ['reviewer', 'reviewUntil'],
    holder: 'reviewer',
    word: 'assigned',
  },
  releaseReview: {
    from: ['reported'],
    guards: ['isReviewer'],
    sets: ['reviewUntil'],
    holder: 'nobody',
    word: 'released',
  },
  return: {
    from: ['reported'],
    to: 'claimed',
    guards: ['isReviewAsRead'],
    sets: ['leaseUntil', 'returns'],
    clears: ['reviewer', 'reviewUntil', 'stagedDecision'],
    list: 'claimed',
    holder: 'agent',
    word: 'returned',
  },
  /** Its reviewer's time ends with it, so that the second person need not wait. */
  stage: {
    from: ['reported'],
    guards: ['isReviewAsRead'],
    sets: ['stagedDecision', 'reviewUntil'],
    holder: 'nobody',
    word: 'staged',
  },
  decide: {
    from: ['reported'],
    to: 'decided',
    guards: ['isReviewAsRead'],
    sets: ['verdict'],
    clears: ['reviewUntil', 'claimedFrom'],
    list: 'none',
    holder: 'nobody',
  },
  /** That it is the decision which was disputed says the condition of its record. */
  conclude: {
    from: ['reported'],
    to: 'decided',
    sets: ['verdict'],
    clears: ['reviewUntil'],
    list: 'none',
    holder: 'nobody',
  },
  end: workEnd,
  endUnclaimed: {
    from: ['open'],
    to: 'decided',
    clears: ['claimedFrom'],
    list: 'none',
    holder: 'nobody',
  },
  endByApplicant: {
    from: ['unopened', 'open', 'claimed', 'reported', 'decided'],
    to: 'decided',
    sets: ['consentEndedAt'],
    clears: ['claimedFrom'],
    list: 'none',
    holder: 'nobody',
  },
} as const satisfies Record<string, Move>

export type MoveName = keyof typeof moves

/** What it is, and what else follows from it, for the guide: no function carries these. */
export const moveWords: Readonly<Record<MoveName, string>> = {
  claim: 'An agent takes a visit, and with it one of the places that they have for visits',
  renew: 'Its agent claims it again: the lease begins anew',
  offer:
    'A supervisor gives it to an agent, in one of this agent’s places; who held it before has theirs back',
  offerAgain: 'A supervisor gives it to the agent who held it last: the time of the first claim stays',
  accept: 'The agent accepts what a supervisor gave them: the lease of a claim begins',
  extend: 'The service extends a lease once, because the agent’s phone holds something',
  release: 'The agent gives it back, or a supervisor or operator takes it back: the agent’s place is free',
  refuse: 'The agent gives it back and says why: their place is free, and supervisors read the reason',
  appoint: 'The agent says when they come',
  takeAppointmentBack: 'The agent takes back when they come',
  report:
    'The agent reports: their place is free. The first report draws whether it needs a second reviewer and a back-check',
  attest: 'The employer answers by a link: the report is of whoever sent it',
  backCheck:
    'The agent of a back-check reports, which ends it: what was decided stays, unless a dispute follows',
  reportAfterEnd:
    'The agent reports what the applicant’s “no” has ended: it is kept, and nobody decides on it',
  review: 'A reviewer claims a report, or claims it again: their time begins anew',
  handOver: 'A reviewer gives it to a colleague, with a note',
  releaseReview: 'A reviewer gives a report back to all',
  return: 'A reviewer returns the report to its agent, who has the visit again',
  stage: 'A reviewer takes the first of two decisions: their time ends, and another confirms it',
  decide: 'A reviewer decides: the record is final, is charged and is published',
  conclude: 'A reviewer decides a dispute: the record is upheld or revised',
  end: 'The record ends otherwise: at its deadline, by the customer while there is no report, or by the operator',
  endUnclaimed: 'An operator ends what is late and what nobody has',
  endByApplicant: 'The applicant does not agree, or does not any more: the record is cancelled at no charge',
}
