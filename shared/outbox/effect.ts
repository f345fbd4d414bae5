import type { EventType } from '../event/name-contract.ts'
import type { Assignment } from '../assignment/assignment.ts'
import type { Link, LinkKey } from '../link/link.ts'
import type { Signal } from '../assignment/workflow.ts'
import { scenarioOf } from '../verification/scenario.ts'
import {
  type BackCheckSnapshot,
  type StatsEntry,
  toAssignmentStats,
  toBackCheckStats,
  toLinkStats,
  toVerificationStats,
  type WorkSnapshot,
} from '../stats/entry.ts'
import { type LateLookup, type LateTry, toLateTry } from '../identity/late/late-lookup.ts'
import type { StreamChange } from '../table/stream-change.ts'
import { type VerificationKey, toVerificationKey } from '../table/tenant.ts'
import { isFinal } from '../verification/contract/outcome.ts'
import { revisionOf, verificationKeyOf, type Verification } from '../verification/verification.ts'
import type { Alert } from '../webhook/alert/alert.ts'

/** Something that has to happen because an item changed. Every effect bears being performed twice. */
export type Effect =
  | { readonly kind: 'signal'; readonly signal: Signal['signal']; readonly key: VerificationKey }
  | {
      readonly kind: 'publish'
      readonly type: EventType
      readonly verification: Verification
      readonly at: string
    }
  /** What a late look-up has concluded with becomes an event. */
  | { readonly kind: 'publish-late'; readonly key: VerificationKey }
  /** A look-up that waits for its registry is on its way to its next try. */
  | { readonly kind: 'try'; readonly next: LateTry }
  /** In test mode a simulated agent visits in a person's place, at the stage's time unless another was wanted. */
  | { readonly kind: 'visit'; readonly key: VerificationKey; readonly afterSeconds?: number }
  /** Somebody outside is to be sent their link. */
  | { readonly kind: 'message'; readonly link: LinkKey }
  /** An endpoint was switched off: its organisation's others are told, and whoever is to get a letter. */
  | { readonly kind: 'alert'; readonly alert: Alert }
  /** Nobody decided in time, and no workflow said so. */
  | { readonly kind: 'expire'; readonly key: VerificationKey }
  /** What was put aside of a spend cap becomes what was charged. */
  | {
      readonly kind: 'settle'
      readonly key: VerificationKey
      readonly reservation: NonNullable<Verification['reservation']>
      readonly charged: number
    }
  /** Something that the operator counts. */
  | { readonly kind: 'tally'; readonly entry: StatsEntry }

const signal = (kind: Signal['signal'], key: VerificationKey): Effect => ({
  kind: 'signal',
  signal: kind,
  key,
})
const publish = (type: EventType, verification: Verification, at: string): Effect => ({
  kind: 'publish',
  type,
  verification,
  at,
})

const counted = (entries: readonly StatsEntry[]): Effect[] => entries.map(entry => ({ kind: 'tally', entry }))

const settlement = (
  key: VerificationKey,
  reservation: Verification['reservation'],
  charged: number,
): Effect[] => (reservation ? [{ kind: 'settle', key, reservation, charged }] : [])

/** What follows once a verification is final: it is told, counted and settled, and its workflow ends. */
const effectsOfEnd = (ended: Verification): Effect[] => [
  publish('verification_completed', ended, ended.updatedAt),
  signal('ended', verificationKeyOf(ended)),
  ...counted(toVerificationStats(undefined, ended)),
  ...settlement(verificationKeyOf(ended), ended.reservation, ended.price),
]

/** What follows once a final verification is revised: it is told. What it cost and how long it took, its first end said. */
const effectsOfRevision = (revised: Verification): Effect[] => [
  publish('verification_updated', revised, revised.updatedAt),
]

const isRevised = (before: Verification, after: Verification): boolean =>
  revisionOf(after) > revisionOf(before)

/** What follows from a verification's change; `before` is absent when it was accepted. */
export const effectsOfVerification = (before: Verification | undefined, after: Verification): Effect[] => {
  if (!before)
    return [
      signal('accepted', verificationKeyOf(after)),
      publish('verification_started', after, after.requestedAt),
    ]
  // Nobody is told of what was erased; people stop working on it.
  if (after.erasedAt)
    return isFinal(before.outcome)
      ? []
      : [
          signal('ended', verificationKeyOf(after)),
          ...settlement(verificationKeyOf(after), before.reservation, 0),
        ]
  if (isFinal(after.outcome)) {
    if (!isFinal(before.outcome)) return effectsOfEnd(after)
    return isRevised(before, after) ? effectsOfRevision(after) : []
  }
  if (after.delayedAt && !before.delayedAt) return [publish('verification_delayed', after, after.delayedAt)]
  return []
}

const effectsOfLateEnd = (late: LateLookup): Effect[] => [
  { kind: 'publish-late', key: toVerificationKey(late) },
  ...settlement(toVerificationKey(late), late.reservation, late.charged ?? 0),
]

/** What follows from a late look-up's change: its first try when it was accepted, and its event when it has concluded. */
export const effectsOfLateLookup = (before: LateLookup | undefined, after: LateLookup): Effect[] => {
  if (after.completedAt) return before?.completedAt ? [] : effectsOfLateEnd(after)
  return before ? [] : [{ kind: 'try', next: toLateTry(after) }]
}

const minuteMs = 60_000

/** Younger changes may still be on their way through the stream. */
export const streamSettleMs = 10 * minuteMs

const isNobodyToCome = (verification: Verification): boolean =>
  verification.mode === 'test' && scenarioOf(verification).isNobody === true

/**
 * What a verification lacks long after it changed: to be told and its workflow to end, its own end, its workflow, or
 * in test mode its visit.
 * @param expirySeconds from the order until its workflow would have ended it
 */
export const effectsOfStaleVerification = (
  verification: Verification,
  { isAssigned, nowMs, expirySeconds }: { isAssigned: boolean; nowMs: number; expirySeconds: number },
): Effect[] => {
  const settledBeforeMs = nowMs - streamSettleMs
  const { outcome, requestedAt, updatedAt } = verification
  const key = verificationKeyOf(verification)
  if (Date.parse(updatedAt) >= settledBeforeMs) return []
  if (isFinal(outcome))
    // Nothing is disputed before its end was told.
    return revisionOf(verification) > 1 ? effectsOfRevision(verification) : effectsOfEnd(verification)
  if (Date.parse(requestedAt) + expirySeconds * 1000 < settledBeforeMs) return [{ kind: 'expire', key }]
  if (!isAssigned) return [signal('accepted', key)]
  // Nothing is missing where nobody is to come.
  return isNobodyToCome(verification) ? [] : effectsOfAssignment(undefined, key)
}

/** A late look-up's message may wait so long beyond its time before it must be lost: the queue's visibility and a batch. */
const overdueMs = 30 * minuteMs

/** What a late look-up lacks long after its time: to be told, or its next try. */
export const effectsOfOverdueLookup = (late: LateLookup, nowMs: number): Effect[] => {
  if (late.completedAt)
    return Date.parse(late.completedAt) < nowMs - streamSettleMs ? effectsOfLateEnd(late) : []
  return late.notBeforeMs < nowMs - overdueMs ? [{ kind: 'try', next: toLateTry(late) }] : []
}

/** Work that people or the simulated agent do. */
type Opened = VerificationKey & Pick<Assignment, 'visitAfterSeconds'>

/** What follows when the people's work is opened: in live mode people see it, in test mode nobody would come. */
export const effectsOfAssignment = (before: Opened | undefined, after: Opened): Effect[] => {
  if (before || after.mode !== 'test') return []
  const { visitAfterSeconds: afterSeconds } = after
  return [
    { kind: 'visit', key: toVerificationKey(after), ...(afterSeconds !== undefined && { afterSeconds }) },
  ]
}

/** What follows from a link's change: its message when it was made; one that failed is counted. */
export const effectsOfLink = (before: Link | undefined, after: Link): Effect[] => {
  const { purpose, number } = after
  const message = { kind: 'message', link: { ...toVerificationKey(after), purpose, number } } as const
  return before ? counted(toLinkStats(before, after)) : [message]
}

/** What follows from an alert's change: it is told when it was made. */
export const effectsOfAlert = (before: Alert | undefined, after: Alert): Effect[] =>
  before ? [] : [{ kind: 'alert', alert: after }]

/** What an alert lacks that is untold long after it was made. */
export const effectsOfUnpublishedAlert = (alert: Alert, nowMs: number): Effect[] =>
  Date.parse(alert.disabledAt) < nowMs - streamSettleMs ? effectsOfAlert(undefined, alert) : []

/** What the table's stream brings. */
export type StreamedItem =
  | StreamChange<'verification', Verification>
  | StreamChange<'assignment', Opened & WorkSnapshot & Partial<Pick<Assignment, 'product'>>>
  | StreamChange<'back-check', BackCheckSnapshot>
  | StreamChange<'late-lookup', LateLookup>
  | StreamChange<'link', Link>
  | StreamChange<'alert', Alert>

/** What follows from a change of the table. Of what retention has deleted, nobody is told. */
export const effectsOf = (change: StreamedItem): Effect[] => {
  if (!change.after) return []
  switch (change.kind) {
    case 'verification':
      return effectsOfVerification(change.before, change.after)
    case 'assignment':
      return [
        ...effectsOfAssignment(change.before, change.after),
        ...counted(toAssignmentStats(change.before, change.after)),
      ]
    case 'back-check':
      return counted(toBackCheckStats(change.before, change.after))
    case 'late-lookup':
      return effectsOfLateLookup(change.before, change.after)
    case 'link':
      return effectsOfLink(change.before, change.after)
    case 'alert':
      return effectsOfAlert(change.before, change.after)
    // The stream's filter drops other kinds before they come here.
    default:
      return []
  }
}
