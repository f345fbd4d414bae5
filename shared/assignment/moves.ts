import type { TrailEventType } from '../trail/entry.ts'
import { workEnd } from '../verification/transition.ts'
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
