import type { Caller } from '../../account/caller.ts'
import { clockSkewMs } from '../../aws/clock.ts'
import { toDelayedMessage } from '../../aws/sqs.ts'
import { again, retry } from '../../aws/retry.ts'
import { findEvent } from '../../event/store.ts'
import { requireScope } from '../../http/authenticate.ts'
import { Problem } from '../../http/contract/problem.ts'
import { getCallerEndpoint, getEnabledEndpoint } from '../endpoint/caller-endpoint.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { shiftHealthTimes } from '../endpoint/store.ts'
import { consumeOnDemandCall } from '../limits.ts'
import { listAttempts, type StoredAttempt } from './attempt-store.ts'
import { type Delivery, sendDeliveries } from './queue.ts'
import { disableAfterFailingSeconds } from './result.ts'

interface DeliveryRequest {
  readonly caller: Caller
  readonly eventId: string
  readonly endpointId: number
  readonly nowMs: number
}

const moveTries = 8

/** Returns the attempt after which the schedule waits. A copy of an attempt ends the schedule if it succeeded. */
const waitingAfter = async ({
  caller,
  eventId,
  endpointId,
  nowMs,
}: DeliveryRequest): Promise<StoredAttempt> => {
  if (!(await findEvent(caller, eventId, nowMs)))
    throw new Problem('not_found', 'There is no event with this id.')
  const attempts = await listAttempts(caller, eventId, { nowMs, endpointId })
  const last = attempts.findLast(({ firstAttempt }) => firstAttempt > 0)
  const isSince = ({ attempt }: StoredAttempt) => attempt > (last?.attempt ?? 0)
  if (!last?.nextAttemptAt || attempts.some(one => isSince(one) && one.outcome === 'delivered'))
    throw new Problem('nothing_waits', 'No further attempt is planned for this event and endpoint.')
  return last
}

/** Moves the times of a failing endpoint: it may be probed, and has failed for at least this long. */
const passTime = async (
  find: () => Promise<Endpoint>,
  { nowMs }: DeliveryRequest,
  failingForSeconds: number,
): Promise<Endpoint> => {
  const pastMs = nowMs - clockSkewMs
  const latest = new Date(pastMs - failingForSeconds * 1000).toISOString()
  return retry(
    { times: moveTries },
    async () => {
      const endpoint = await find()
      const { failingSince: before } = endpoint
      if (!before) return endpoint
      const failingSince = before < latest ? before : latest
      const times = { failingSince, nextProbeAt: new Date(pastMs).toISOString() }
      return (await shiftHealthTimes(endpoint, times)) ? { ...endpoint, ...times } : again()
    },
    () =>
      new Problem('unavailable', 'The endpoint was being tried at that moment.', {
        headers: { 'retry-after': '1' },
      }),
  )
}

export interface ClockMoveResult {
  /** When the delivery was queued, or the endpoint had been disabled. */
  readonly at: string
  /** The state of the limit of resends, which this counts for. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends a copy of the message that waits in the queue, due now. The one that waits will find its attempt made. */
const sendNow = async (
  { caller, eventId, endpointId, nowMs }: DeliveryRequest,
  { attempt, firstAttempt }: StoredAttempt,
): Promise<ClockMoveResult> => {
  const headers = await consumeOnDemandCall('resends', caller, nowMs)
  const delivery: Delivery = {
    organisationId: caller.organisationId,
    mode: caller.mode,
    eventId,
    endpointId,
    firstAttempt,
    attempt: attempt + 1,
    notBeforeMs: nowMs,
    isContended: true,
  }
  await sendDeliveries([toDelayedMessage(delivery, nowMs)])
  return { at: new Date(nowMs).toISOString(), headers }
}

/** @throws Problem product_not_enabled, not_found, webhook_disabled, nothing_waits, too_many_requests */
export const moveToNextAttempt = async (request: DeliveryRequest): Promise<ClockMoveResult> => {
  requireScope(request.caller, ['webhooks'])
  const find = () => getEnabledEndpoint({ caller: request.caller, params: { id: request.endpointId } })
  await find()
  const after = await waitingAfter(request)
  await passTime(find, request, 0)
  return sendNow(request, after)
}

/**
 * Moves a delivery to when its endpoint has failed for five days. If the next attempt fails, too, the endpoint is disabled.
 * Returns since when, for an endpoint that is disabled already.
 * @throws Problem product_not_enabled, not_found, nothing_waits, too_many_requests
 */
export const moveToFiveDays = async (request: DeliveryRequest): Promise<ClockMoveResult> => {
  requireScope(request.caller, ['webhooks'])
  const find = () => getCallerEndpoint({ caller: request.caller, params: { id: request.endpointId } })
  const { enabled, disabledAt, updatedAt } = await find()
  if (!enabled) return { at: disabledAt ?? updatedAt }
  const after = await waitingAfter(request)
  const { failingSince } = await passTime(find, request, disableAfterFailingSeconds)
  if (!failingSince) throw new Problem('nothing_waits', 'The endpoint does not fail.')
  return sendNow(request, after)
}
