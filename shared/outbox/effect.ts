import type { Assignment } from '../work/assignment/assignment.ts'
import type { Signal } from '../work/assignment/workflow.ts'
import type { EventType } from '../event/name-contract.ts'
import { type LateLookup, type LateTry, toLateTry } from '../identity/late/late-lookup.ts'
import type { Link, LinkKey } from '../link/link.ts'
import { endOf, type Fact, factsOf, type WorkSnapshot } from '../numbers/fact.ts'
import { isStored } from '../numbers/fact-store.ts'
import type { StreamChange } from '../table/stream-change.ts'
import { toVerificationKey, type VerificationKey } from '../table/tenant.ts'
import { agentCaseKeys, type CaseChange, changesCase, type ReportedWork } from '../case/index-store.ts'
import { isFinal } from '../verification/contract/outcome.ts'
import { scenarioOf } from '../verification/scenario.ts'
import { revisionOf, type Verification, verificationKeyOf } from '../verification/verification.ts'
import type { Alert } from '../webhook/alert/alert.ts'

/** Work that follows from a change of an item. Every effect may be performed twice. */
export type Effect =
  | { readonly kind: 'signal'; readonly signal: Signal['signal']; readonly key: VerificationKey }
  | {
      readonly kind: 'publish'
      readonly type: EventType
      readonly verification: Verification
      readonly at: string
    }
  | { readonly kind: 'publish-late'; readonly key: VerificationKey }
  | { readonly kind: 'try'; readonly next: LateTry }
  | { readonly kind: 'visit'; readonly key: VerificationKey; readonly afterSeconds?: number }
  | { readonly kind: 'message'; readonly link: LinkKey }
  | { readonly kind: 'alert'; readonly alert: Alert }
  /** The workflow did not end an overdue verification. */
  | { readonly kind: 'expire'; readonly key: VerificationKey }
  | {
      readonly kind: 'settle'
      readonly key: VerificationKey
      readonly reservation: NonNullable<Verification['reservation']>
      readonly charged: number
    }
  | { readonly kind: 'fact'; readonly fact: Fact }
  /** The index by which staff find it has other entries than before. */
  | CaseChange

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

const counted = (facts: readonly Fact[]): Effect[] =>
  facts.filter(isStored).map(fact => ({ kind: 'fact', fact }))

const settlement = (
  key: VerificationKey,
  reservation: Verification['reservation'],
  charged: number,
): Effect[] => (reservation ? [{ kind: 'settle', key, reservation, charged }] : [])

const effectsOfEnd = (ended: Verification): Effect[] => [
  publish('verification_completed', ended, ended.updatedAt),
  signal('ended', verificationKeyOf(ended)),
  ...settlement(verificationKeyOf(ended), ended.reservation, ended.price),
]

/** Cost and duration are those of the first outcome. */
const effectsOfRevision = (revised: Verification): Effect[] => [
  publish('verification_updated', revised, revised.updatedAt),
]

/** @param before absent when the verification was accepted */
export const effectsOfVerification = (before: Verification | undefined, after: Verification): Effect[] => {
  if (!before)
    return [
      signal('accepted', verificationKeyOf(after)),
      publish('verification_started', after, after.requestedAt),
    ]
  // An erased verification has no event, and its work ends.
  if (after.erasedAt)
    return isFinal(before.outcome)
      ? []
      : [
          signal('ended', verificationKeyOf(after)),
          ...settlement(verificationKeyOf(after), before.reservation, 0),
        ]
  if (isFinal(after.outcome)) {
    if (!isFinal(before.outcome)) return effectsOfEnd(after)
    return revisionOf(after) > revisionOf(before) ? effectsOfRevision(after) : []
  }
  if (after.delayedAt && !before.delayedAt) return [publish('verification_delayed', after, after.delayedAt)]
  return []
}

const effectsOfLateEnd = (late: LateLookup): Effect[] => [
  { kind: 'publish-late', key: toVerificationKey(late) },
  ...settlement(toVerificationKey(late), late.reservation, late.charged ?? 0),
]

export const effectsOfLateLookup = (before: LateLookup | undefined, after: LateLookup): Effect[] => {
  if (after.completedAt) return before?.completedAt ? [] : effectsOfLateEnd(after)
  return before ? [] : [{ kind: 'try', next: toLateTry(after) }]
}

const minuteMs = 60_000

/** Younger changes may still be on their way through the stream. */
export const streamSettleMs = 10 * minuteMs

/**
 * Effects that a verification still lacks long after it changed.
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
    // There is no dispute before the first outcome is published.
    return revisionOf(verification) > 1
      ? effectsOfRevision(verification)
      : [...effectsOfEnd(verification), ...counted(endOf(verification))]
  if (Date.parse(requestedAt) + expirySeconds * 1000 < settledBeforeMs) return [{ kind: 'expire', key }]
  if (!isAssigned) return [signal('accepted', key)]
  return verification.mode === 'test' && scenarioOf(verification).isNobody
    ? []
    : effectsOfAssignment(undefined, key)
}

/** A late look-up's message that is overdue for longer is lost: the queue's visibility timeout and a batch. */
const overdueMs = 30 * minuteMs

export const effectsOfOverdueLookup = (late: LateLookup, nowMs: number): Effect[] => {
  if (late.completedAt)
    return Date.parse(late.completedAt) < nowMs - streamSettleMs ? effectsOfLateEnd(late) : []
  return late.notBeforeMs < nowMs - overdueMs ? [{ kind: 'try', next: toLateTry(late) }] : []
}

/** Of a change of a verification, or of one whose change the stream may have missed. */
export const effectsOfCase = (before: Verification | undefined, after: Verification): Effect[] =>
  changesCase(before, after) ? [{ kind: 'case', before, after }] : []

/** A report that is returned, and filed again, has one entry. */
const effectsOfAgentCase = (before: ReportedWork | undefined, after: ReportedWork): Effect[] =>
  agentCaseKeys(before)[0]?.sk === agentCaseKeys(after)[0]?.sk ? [] : [{ kind: 'agent-case', before, after }]

type OpenedAssignment = VerificationKey &
  Pick<Assignment, 'visitAfterSeconds' | 'backCheckOf'> &
  Partial<Pick<Assignment, 'status'>>

export const effectsOfAssignment = (
  before: OpenedAssignment | undefined,
  after: OpenedAssignment,
): Effect[] => {
  // The mark of a record that was final before its work was opened.
  const isOver = after.status === 'decided'
  if (before || isOver || after.mode !== 'test' || after.backCheckOf) return []
  const { visitAfterSeconds: afterSeconds } = after
  return [
    { kind: 'visit', key: toVerificationKey(after), ...(afterSeconds !== undefined && { afterSeconds }) },
  ]
}

export const effectsOfLink = (before: Link | undefined, after: Link): Effect[] => {
  const { purpose, number } = after
  const message = { kind: 'message', link: { ...toVerificationKey(after), purpose, number } } as const
  return before ? [] : [message]
}

export const effectsOfAlert = (before: Alert | undefined, after: Alert): Effect[] =>
  before ? [] : [{ kind: 'alert', alert: after }]

export const effectsOfUnpublishedAlert = (alert: Alert, nowMs: number): Effect[] =>
  Date.parse(alert.disabledAt) < nowMs - streamSettleMs ? effectsOfAlert(undefined, alert) : []

export type StreamedItem =
  | StreamChange<'verification', Verification>
  | StreamChange<'assignment', OpenedAssignment & WorkSnapshot & ReportedWork>
  | StreamChange<'late-lookup', LateLookup>
  | StreamChange<'link', Link>
  | StreamChange<'alert', Alert>

const ownEffectsOf = (change: StreamedItem): Effect[] => {
  if (!change.after) return []
  switch (change.kind) {
    case 'verification':
      return [
        ...effectsOfVerification(change.before, change.after),
        ...effectsOfCase(change.before, change.after),
      ]
    case 'assignment':
      return [
        ...effectsOfAssignment(change.before, change.after),
        ...effectsOfAgentCase(change.before, change.after),
      ]
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

export const effectsOf = (change: StreamedItem): Effect[] => [
  ...ownEffectsOf(change),
  ...counted(factsOf(change)),
]
