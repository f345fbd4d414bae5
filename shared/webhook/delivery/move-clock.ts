import type { Caller } from '../../account/caller.ts'
import { clockSkewMs } from '../../aws/clock.ts'
import { toDelayedMessage } from '../../aws/sqs.ts'
import { findEvent } from '../../event/store.ts'
import { Problem } from '../../http/contract/problem.ts'
import { requireScope } from '../../http/authenticate.ts'
import { getCallerEndpoint, getEnabledEndpoint } from '../endpoint/caller-endpoint.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { shiftHealthTimes } from '../endpoint/store.ts'
import { consumeOnDemandCall } from '../limits.ts'
import { listAttempts, type StoredAttempt } from './attempt-store.ts'
import type { Delivery } from './message.ts'
import { sendDeliveries } from './queue.ts'
import { disableAfterFailingSeconds } from './result.ts'

/** Which delivery's time to move: an event's to an endpoint. */
export interface DeliveryCall {
  readonly caller: Caller
  readonly eventId: string
  readonly endpointId: number
  readonly nowMs: number
}

/** Attempts whose findings may come between reading an endpoint and moving its times. */
const rounds = 8

const nothingWaits = (detail: string) => new Problem('nothing_waits', detail)

/** The attempt after which the schedule waits. What was made beside it has not moved it, but ends it if it succeeded. */
const waitingAfter = async ({ caller, eventId, endpointId, nowMs }: DeliveryCall): Promise<StoredAttempt> => {
  if (!(await findEvent(caller, eventId, nowMs)))
    throw new Problem('not_found', 'There is no event with this id.')
  const attempts = await listAttempts(caller, eventId, { nowMs, endpointId })
  const last = attempts.findLast(({ firstAttempt }) => firstAttempt > 0)
  const isSince = ({ attempt }: StoredAttempt) => attempt > (last?.attempt ?? 0)
  if (!last?.nextAttemptAt || attempts.some(one => isSince(one) && one.outcome === 'delivered'))
    throw nothingWaits('No further attempt is planned for this event and endpoint.')
  return last
}

/** The message that waits in the queue, due now. The one that waits will find its attempt made, and ends. */
const dueNow = ({ caller, eventId, endpointId, nowMs }: DeliveryCall, after: StoredAttempt): Delivery => ({
  ...{ organisationId: caller.organisationId, mode: caller.mode, eventId, endpointId },
  attempt: after.attempt + 1,
  firstAttempt: after.firstAttempt,
  notBeforeMs: nowMs,
  isAskedByMany: true,
})

/** Lets time pass for what is known of an endpoint that fails: it may be probed, and has failed for this long at least. */
const passTime = async (
  find: () => Promise<Endpoint>,
  { nowMs }: DeliveryCall,
  failingForSeconds: number,
): Promise<Endpoint> => {
  const pastMs = nowMs - clockSkewMs
  const latest = new Date(pastMs - failingForSeconds * 1000).toISOString()
  for (let round = 0; round < rounds; round++) {
    const endpoint = await find()
    const { failingSince } = endpoint
    if (!failingSince) return endpoint
    const times = {
      failingSince: failingSince < latest ? failingSince : latest,
      nextProbeAt: new Date(pastMs).toISOString(),
    }
    if (await shiftHealthTimes(endpoint, times)) return { ...endpoint, ...times }
  }
  throw new Problem('unavailable', 'The endpoint was being tried at that moment.', {
    headers: { 'retry-after': '1' },
  })
}

/** What came of moving a delivery's time. */
export interface ClockMoveResult {
  /** When it was sent on its way, or what was asked for had come about, ISO 8601. */
  readonly at: string
  /** What is left of the limit of resends: a receiver is called because somebody asks for it. */
  readonly headers?: Readonly<Record<string, string>>
}

const sendNow = async (call: DeliveryCall, after: StoredAttempt): Promise<ClockMoveResult> => {
  const { caller, nowMs } = call
  const headers = await consumeOnDemandCall('resends', caller, nowMs)
  await sendDeliveries([toDelayedMessage(dueNow(call, after), nowMs)])
  return { at: new Date(nowMs).toISOString(), headers }
}

/**
 * Moves a delivery's time to its next attempt, which is made now by the dispatcher, and leads to whatever it leads to.
 * @throws Problem product_not_enabled, not_found, webhook_disabled, nothing_waits, too_many_requests
 */
export const moveToNextAttempt = async (call: DeliveryCall): Promise<ClockMoveResult> => {
  requireScope(call.caller, ['webhooks'])
  const find = () => getEnabledEndpoint({ caller: call.caller, params: { id: call.endpointId } })
  await find()
  const after = await waitingAfter(call)
  await passTime(find, call, 0)
  return sendNow(call, after)
}

/**
 * Moves a delivery's time to when its endpoint has failed for five days: its next attempt is made now, and if that fails,
 * too, the endpoint is switched off. Answers for one that is off since when it is.
 * @throws Problem product_not_enabled, not_found, nothing_waits, too_many_requests
 */
export const moveToFiveDays = async (call: DeliveryCall): Promise<ClockMoveResult> => {
  requireScope(call.caller, ['webhooks'])
  const find = () => getCallerEndpoint({ caller: call.caller, params: { id: call.endpointId } })
  const { enabled, disabledAt, updatedAt } = await find()
  if (!enabled) return { at: disabledAt ?? updatedAt }
  const after = await waitingAfter(call)
  const { failingSince } = await passTime(find, call, disableAfterFailingSeconds)
  if (!failingSince) throw nothingWaits('The endpoint does not fail.')
  return sendNow(call, after)
}
