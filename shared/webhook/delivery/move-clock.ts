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

export interface DeliveryCall {
  readonly caller: Caller
  readonly eventId: string
  readonly endpointId: number
  readonly nowMs: number
}

/** Concurrent attempts may change the endpoint's health between read and write. */
const rounds = 8

const nothingWaits = (detail: string) => new Problem('nothing_waits', detail)

/** The last scheduled attempt. An unscheduled one does not move the schedule, but ends it by success. */
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

/** A copy of the waiting message, due now. The waiting one ends when it finds the attempt made. */
const dueNow = ({ caller, eventId, endpointId, nowMs }: DeliveryCall, after: StoredAttempt): Delivery => ({
  ...{ organisationId: caller.organisationId, mode: caller.mode, eventId, endpointId },
  attempt: after.attempt + 1,
  firstAttempt: after.firstAttempt,
  notBeforeMs: nowMs,
  isAskedByMany: true,
})

/** Shifts the endpoint's health times into the past. */
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

export interface ClockMoveResult {
  /** ISO 8601. */
  readonly at: string
  /** The limit of resends counts these calls, too. */
  readonly headers?: Readonly<Record<string, string>>
}

const sendNow = async (call: DeliveryCall, after: StoredAttempt): Promise<ClockMoveResult> => {
  const { caller, nowMs } = call
  const headers = await consumeOnDemandCall('resends', caller, nowMs)
  await sendDeliveries([toDelayedMessage(dueNow(call, after), nowMs)])
  return { at: new Date(nowMs).toISOString(), headers }
}

/** Makes the next attempt due now. @throws Problem product_not_enabled, not_found, webhook_disabled, nothing_waits, too_many_requests */
export const moveToNextAttempt = async (call: DeliveryCall): Promise<ClockMoveResult> => {
  requireScope(call.caller, ['webhooks'])
  const find = () => getEnabledEndpoint({ caller: call.caller, params: { id: call.endpointId } })
  await find()
  const after = await waitingAfter(call)
  await passTime(find, call, 0)
  return sendNow(call, after)
}

/** Moves to five days of failure: the next attempt is made now and disables the endpoint if it fails. @throws Problem product_not_enabled, not_found, nothing_waits, too_many_requests */
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
