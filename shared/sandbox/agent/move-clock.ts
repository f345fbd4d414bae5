import type { Caller } from '../../account/caller.ts'
import { Problem } from '../../http/contract/problem.ts'
import { getTestVerification } from '../../verification/actions.ts'
import { describeOutcome, isFinal } from '../../verification/contract/outcome.ts'
import { verificationKeyOf, type Verification } from '../../verification/verification.ts'
import { markDelayed, expireVerification } from '../../assignment/end-verification.ts'
import { callAgent } from './call-agent.ts'
import { scenarioOf, simulatedReviewer } from '../../verification/scenario.ts'

/*
 * Nobody can move Step Functions' time. So what would have come by then is done now, by the very calls that would have
 * done it; when its own time comes, it finds that done and changes nothing.
 */

/** A point in a verification's time. */
interface Point {
  /** When it was reached, ISO 8601; absent if it was not. */
  reachedAt(verification: Verification): string | undefined
  /** Brings what leads there. What is there already, or can no longer come, changes nothing. */
  reach(verification: Verification, nowMs: number): Promise<unknown>
}

const visit = async (verification: Verification): Promise<void> => {
  if (scenarioOf(verification).isNobody) throw new Problem('nothing_waits', 'Nobody comes to this one.')
  await callAgent(verificationKeyOf(verification), 0)
}

const points = {
  visited: {
    reachedAt: ({ decidedBy, updatedAt }) => (decidedBy === simulatedReviewer ? updatedAt : undefined),
    reach: visit,
  },
  delayed: {
    reachedAt: ({ delayedAt }) => delayedAt,
    reach: (verification, nowMs) => markDelayed(verificationKeyOf(verification), nowMs),
  },
  expired: {
    reachedAt: ({ outcome, updatedAt }) => (outcome === 'expired' ? updatedAt : undefined),
    // Whatever expires was late before.
    reach: async (verification, nowMs) => {
      if (!verification.delayedAt) await markDelayed(verificationKeyOf(verification), nowMs)
      await expireVerification(verificationKeyOf(verification), nowMs)
    },
  },
} as const satisfies Record<string, Point>

/** Brings an order that is open to a point in its time, as if nobody had come before. */
export const advanceTo = async (
  verification: Verification,
  to: keyof typeof points,
  nowMs: number,
): Promise<void> => {
  const point: Point = points[to]
  const isThere = isFinal(verification.outcome) || point.reachedAt(verification) !== undefined
  if (!isThere) await point.reach(verification, nowMs)
}

/**
 * Moves a test verification's time to a point. Answers when it was reached, or for a visit, that the agent is on its way.
 * @throws Problem not_found, product_not_enabled; already_decided if it ended in another way; nothing_waits if what is asked for never comes
 */
export const moveVerificationClock = async (
  { caller, id, nowMs }: { caller: Caller; id: number; nowMs: number },
  to: keyof typeof points,
): Promise<string> => {
  await advanceTo(await getTestVerification(caller, id, nowMs), to, nowMs)
  const latest = await getTestVerification(caller, id, nowMs)
  const at = points[to].reachedAt(latest)
  if (at === undefined && isFinal(latest.outcome))
    throw new Problem('already_decided', describeOutcome(latest.outcome))
  return at ?? new Date(nowMs).toISOString()
}
