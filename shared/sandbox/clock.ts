import type { ActionRequest } from '../http/action.ts'
import { Problem } from '../http/contract/problem.ts'
import { bodyFields, type InputRule, providedValue } from '../http/contract/text.ts'
import { getTestVerification } from '../verification/actions.ts'
import { describeOutcome, isFinal } from '../verification/contract/outcome.ts'
import { type ClockMoveResult, moveToFiveDays, moveToNextAttempt } from '../webhook/delivery/move-clock.ts'
import type { clockRoutes, MoveClock, VerificationTime } from './routes.ts'
import { advanceTo, verificationPoints } from './verification-clock.ts'

type ClockRequest = ActionRequest<typeof clockRoutes.moveTestClock>
type ClockMove = (request: ClockRequest) => Promise<ClockMoveResult>

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
  delayed: { of: ['verificationId'], move: moveVerification('delayed') },
  expired: { of: ['verificationId'], move: moveVerification('expired') },
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
export const moveClock: ClockMove = async request => {
  if (request.caller.mode !== 'test') throw new Problem('not_found', 'There is a clock in test mode alone.')
  return points[request.body.to].move(request)
}
