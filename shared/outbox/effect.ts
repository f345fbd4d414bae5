import type { EventType } from '../event/contract.ts'
import type { SignalKind } from '../fieldwork/signal.ts'
import { type LateLookup, type LateTry, tryOf } from '../identity/late/late-lookup.ts'
import type { StreamedChange } from '../table/change.ts'
import type { VerificationKey } from '../table/tenant.ts'
import { isFinal } from '../verification/outcome.ts'
import type { Decision } from '../verification/report.ts'
import { keyOf, type Verification } from '../verification/verification.ts'

/** Something that has to happen because an item changed. Every effect bears being performed twice. */
export type Effect =
  | { readonly kind: 'signal'; readonly signal: SignalKind; readonly key: VerificationKey }
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
  /** In test mode a simulated agent visits in a person's place. */
  | { readonly kind: 'visit'; readonly key: VerificationKey }

/** As much of an assignment as says what follows from it. */
export interface AssignmentImage extends VerificationKey {
  readonly taskToken: string
  readonly decision?: Decision
}

const signal = (kind: SignalKind, key: VerificationKey): Effect => ({ kind: 'signal', signal: kind, key })
const publish = (type: EventType, verification: Verification, at: string): Effect => ({
  kind: 'publish',
  type,
  verification,
  at,
})

/** What follows from a verification's change; `before` is absent when it was accepted. */
export const effectsOfVerification = (before: Verification | undefined, after: Verification): Effect[] => {
  if (!before)
    return [signal('accepted', keyOf(after)), publish('verification_started', after, after.requestedAt)]
  // Nobody is told of what was erased; people stop working on it.
  if (after.erasedAt) return isFinal(before.outcome) ? [] : [signal('cancelled', keyOf(after))]
  if (isFinal(after.outcome) && !isFinal(before.outcome))
    return [
      publish('verification_completed', after, after.updatedAt),
      ...(after.outcome === 'cancelled' ? [signal('cancelled', keyOf(after))] : []),
    ]
  if (after.delayedAt && !before.delayedAt) return [publish('verification_delayed', after, after.delayedAt)]
  return []
}

const keyIn = ({ organisationId, mode, verificationId }: VerificationKey): VerificationKey => ({
  organisationId,
  mode,
  verificationId,
})

/** What follows from a late look-up's change: its first try when it was accepted, and its event when it has concluded. */
export const effectsOfLateLookup = (before: LateLookup | undefined, after: LateLookup): Effect[] => {
  if (after.completedAt) return before?.completedAt ? [] : [{ kind: 'publish-late', key: keyIn(after) }]
  return before ? [] : [{ kind: 'try', next: tryOf(after) }]
}

const minuteMs = 60_000

/** Younger changes may still be on their way through the stream. */
export const settledMs = 10 * minuteMs

/** A late look-up's message may wait so long beyond its time before it must be lost: the queue's visibility and a batch. */
const overdueMs = 30 * minuteMs

/** What a late look-up lacks long after its time: to be told, or its next try. */
export const effectsOfOverdue = (late: LateLookup, nowMs: number): Effect[] => {
  if (late.completedAt)
    return Date.parse(late.completedAt) < nowMs - settledMs
      ? [{ kind: 'publish-late', key: keyIn(late) }]
      : []
  return late.notBeforeMs < nowMs - overdueMs ? [{ kind: 'try', next: tryOf(late) }] : []
}

/**
 * What follows from a change of the people's work. A decision is signalled when it is made, and once more when the
 * workflow's next wait takes over: the first signal may have met a token whose time was over.
 */
export const effectsOfAssignment = (
  before: AssignmentImage | undefined,
  after: AssignmentImage,
): Effect[] => {
  const key = keyIn(after)
  if (!before) return key.mode === 'test' ? [{ kind: 'visit', key }] : []
  const isNews = !before.decision || before.taskToken !== after.taskToken
  return after.decision && isNews ? [signal('decided', key)] : []
}

type Streamed =
  | StreamedChange<'verification', Verification>
  | StreamedChange<'assignment', AssignmentImage>
  | StreamedChange<'late-lookup', LateLookup>

/** What follows from a change of the table. Of what retention has deleted, nobody is told. */
export const effectsOf = (change: Streamed): Effect[] => {
  if (!change.after) return []
  switch (change.kind) {
    case 'verification':
      return effectsOfVerification(change.before, change.after)
    case 'assignment':
      return effectsOfAssignment(change.before, change.after)
    case 'late-lookup':
      return effectsOfLateLookup(change.before, change.after)
    // The stream's filter drops other kinds before they come here.
    default:
      return []
  }
}
