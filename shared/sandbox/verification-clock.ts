import { expireVerification, markDelayed } from '../work/assignment/deadline.ts'
import { isFinal } from '../verification/contract/outcome.ts'
import { type Verification, verificationKeyOf } from '../verification/verification.ts'
import type { VerificationTime } from './routes.ts'

/** A point in a verification's time. */
interface VerificationPoint {
  /** When it was reached, ISO 8601; absent if it was not. */
  reachedAt(verification: Verification): string | undefined
  /** Brings what leads there. It changes nothing once that is there or can no longer come. */
  reach(verification: Verification, nowMs: number): Promise<unknown>
}

/*
 * Nobody can move Step Functions' time. So the calls that it would have made then are made now; when its own time comes,
 * they change nothing.
 */
export const verificationPoints: Readonly<Record<VerificationTime, VerificationPoint>> = {
  delayed: {
    reachedAt: ({ delayedAt }) => delayedAt,
    reach: (verification, nowMs) => markDelayed(verificationKeyOf(verification), nowMs),
  },
  expired: {
    reachedAt: ({ outcome, updatedAt }) => (outcome === 'expired' ? updatedAt : undefined),
    // Every verification that expires was late before.
    reach: async (verification, nowMs) => {
      if (!verification.delayedAt) await markDelayed(verificationKeyOf(verification), nowMs)
      await expireVerification(verificationKeyOf(verification), nowMs)
    },
  },
}

/** Moves an open verification to a point in its time, as if no agent had visited before. */
export const advanceTo = async (
  verification: Verification,
  to: VerificationTime,
  nowMs: number,
): Promise<void> => {
  const { reachedAt, reach } = verificationPoints[to]
  if (!isFinal(verification.outcome) && reachedAt(verification) === undefined)
    await reach(verification, nowMs)
}
