import { expireVerification, markDelayed } from '../assignment/deadline.ts'
import type { ActionRequest } from '../http/action.ts'
import { Problem } from '../http/contract/problem.ts'
import { bodyFields, type InputRule, providedValue } from '../http/contract/text.ts'
import { moveLookupClock } from '../identity/late/move-clock.ts'
import { getTestVerification } from '../verification/actions.ts'
import { describeOutcome, isFinal } from '../verification/contract/outcome.ts'
import { scenarioOf, simulatedReviewer } from '../verification/scenario.ts'
import { type Verification, verificationKeyOf } from '../verification/verification.ts'
import { type ClockMoveResult, moveToFiveDays, moveToNextAttempt } from '../webhook/delivery/move-clock.ts'
import { callAgent } from './agent/call-agent.ts'
import type { clockRoutes, MoveClock, VerificationTime } from './routes.ts'

type ClockCall = ActionRequest<typeof clockRoutes.moveTestClock>
type ClockMove = (call: ClockCall) => Promise<ClockMoveResult>

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
const verificationPoints: Readonly<Record<VerificationTime, VerificationPoint>> = {
  visited: {
    reachedAt: ({ decidedBy, updatedAt }) => (decidedBy === simulatedReviewer ? updatedAt : undefined),
    reach: async verification => {
      if (scenarioOf(verification).isNobody) throw new Problem('nothing_waits', 'Nobody comes to this one.')
      await callAgent(verificationKeyOf(verification), 0)
    },
  },
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

/** Brings an open order to a point in its time, as if nobody had come before. */
export const advanceTo = async (
  verification: Verification,
  to: VerificationTime,
  nowMs: number,
): Promise<void> => {
  const { reachedAt, reach } = verificationPoints[to]
  if (!isFinal(verification.outcome) && reachedAt(verification) === undefined)
    await reach(verification, nowMs)
}

const moveVerification =
  (to: VerificationTime): ClockMove =>
  async ({ caller, body, nowMs }) => {
    const find = () => getTestVerification(caller, body.verificationId!, nowMs)
    await advanceTo(await find(), to, nowMs)
    const latest = await find()
    const at = verificationPoints[to].reachedAt(latest)
    if (at === undefined && isFinal(latest.outcome))
      throw new Problem('already_decided', describeOutcome(latest.outcome))
    return { at: at ?? new Date(nowMs).toISOString() }
  }

const moveLookup: ClockMove = async ({ caller, body, nowMs }) => ({
  at: await moveLookupClock({ caller, id: body.verificationId!, nowMs }),
})

const moveDelivery =
  (move: typeof moveToFiveDays): ClockMove =>
  ({ caller, body, nowMs }) =>
    move({ caller, eventId: body.eventId!, endpointId: body.endpointId!, nowMs })

/** What each point needs to be named, and how to get there. */
const points: Readonly<
  Record<
    MoveClock['to'],
    { readonly of: readonly Exclude<keyof MoveClock, 'to'>[]; readonly move: ClockMove }
  >
> = {
  visited: { of: ['verificationId'], move: moveVerification('visited') },
  delayed: { of: ['verificationId'], move: moveVerification('delayed') },
  expired: { of: ['verificationId'], move: moveVerification('expired') },
  given_up: { of: ['verificationId'], move: moveLookup },
  next_attempt: { of: ['eventId', 'endpointId'], move: moveDelivery(moveToNextAttempt) },
  five_days: { of: ['eventId', 'endpointId'], move: moveDelivery(moveToFiveDays) },
}

export const clockRule: InputRule = ({ body }) => {
  const { to, ...named } = bodyFields(body)
  const isPoint = typeof to === 'string' && Object.hasOwn(points, to)
  return (isPoint ? points[to as MoveClock['to']].of : [])
    .filter(name => providedValue(named[name]) === undefined)
    .map(name => ({ pointer: `/${name}`, code: 'required', detail: 'This field is required.' }))
}

/**
 * Moves one thing of a test organisation to a point in its time.
 * @throws Problem not_found, in live mode too; product_not_enabled, already_decided, nothing_waits, webhook_disabled, too_many_requests
 */
export const moveClock: ClockMove = async call => {
  if (call.caller.mode !== 'test') throw new Problem('not_found', 'There is a clock in test mode alone.')
  return points[call.body.to].move(call)
}
