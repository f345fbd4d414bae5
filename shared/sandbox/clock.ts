import { moveVerificationClock } from './agent/move-clock.ts'
import { providedValue } from '../http/contract/optional.ts'
import { Problem } from '../http/contract/problem.ts'
import type { ActionRequest } from '../http/action.ts'
import { bodyFields, type InputRule } from '../http/input-rule.ts'
import { moveLookupClock } from '../identity/late/move-clock.ts'
import { type ClockMoveResult, moveToFiveDays, moveToNextAttempt } from '../webhook/delivery/move-clock.ts'
import type { MoveClock, VerificationTime } from './clock-contract.ts'
import type { clockRoutes } from './clock-routes.ts'

type ClockCall = ActionRequest<typeof clockRoutes.moveTestClock>

type Move = (call: ClockCall) => Promise<ClockMoveResult>

/** A point in time: what has to be named, and how to get there. */
interface Point {
  readonly of: readonly Exclude<keyof MoveClock, 'to'>[]
  readonly move: Move
}

const moveVerification =
  (to: VerificationTime): Move =>
  async ({ caller, body, nowMs }) => ({
    at: await moveVerificationClock({ caller, id: body.verificationId!, nowMs }, to),
  })

const moveLookup: Move = async ({ caller, body, nowMs }) => ({
  at: await moveLookupClock({ caller, id: body.verificationId!, nowMs }),
})

const moveDelivery =
  (move: typeof moveToFiveDays): Move =>
  ({ caller, body, nowMs }) =>
    move({ caller, eventId: body.eventId!, endpointId: body.endpointId!, nowMs })

const points: Readonly<Record<MoveClock['to'], Point>> = {
  visited: { of: ['verificationId'], move: moveVerification('visited') },
  delayed: { of: ['verificationId'], move: moveVerification('delayed') },
  expired: { of: ['verificationId'], move: moveVerification('expired') },
  given_up: { of: ['verificationId'], move: moveLookup },
  next_attempt: { of: ['eventId', 'endpointId'], move: moveDelivery(moveToNextAttempt) },
  five_days: { of: ['eventId', 'endpointId'], move: moveDelivery(moveToFiveDays) },
}

/** What is to be moved must be named. */
export const clockRule: InputRule = ({ body }) => {
  const { to, ...named } = bodyFields(body)
  const isPoint = typeof to === 'string' && Object.hasOwn(points, to)
  const wanted = isPoint ? points[to as MoveClock['to']].of : []
  return wanted
    .filter(name => providedValue(named[name]) === undefined)
    .map(name => ({ pointer: `/${name}`, code: 'required', detail: 'This field is required.' }))
}

/**
 * Moves the time of one thing of a test organisation to a point, and brings what would have come by then.
 * @throws Problem not_found, in live mode too; product_not_enabled, already_decided, nothing_waits, webhook_disabled, too_many_requests
 */
export const moveClock: Move = async call => {
  if (call.caller.mode !== 'test') throw new Problem('not_found', 'There is a clock in test mode alone.')
  return points[call.body.to].move(call)
}
