import {
  type EndpointHealth,
  endpointBreaker,
  openAfterSeconds,
} from '../../shared/webhook/endpoint/health.ts'
import { endpointKey } from '../../shared/webhook/endpoint/kinds.ts'
import type { ReceiverRequest } from '../../shared/webhook/endpoint/receiver.ts'
import type { CallRecord } from '../../shared/webhook/transport/attempt.ts'
import { toFailure } from '../../shared/webhook/transport/failure.ts'
import type { World } from './world.ts'

/** Some repeat what they were sent, with what it says of people. */
const complaint = (body: string): string => `What is this? ${body}`

/** Longer than a delivery is under way between what it reads of its endpoint and its request. */
const patienceMs = 90_000

/** Whether an endpoint has been failing, and nobody has taken its probe. */
const isCrowded = ({ table, tenant, clock }: World, endpointId: number): boolean => {
  const health = (table.get(endpointKey(tenant, endpointId)) ?? {}) as EndpointHealth
  const longAgoMs = clock.nowMs() - patienceMs
  const { isOpen, probeAtMs } = endpointBreaker(health, longAgoMs - openAfterSeconds * 1000)
  return isOpen && probeAtMs < longAgoMs
}

/** Brings an event to an endpoint's receiver, whose answer may come late, or never. */
export const receive = (world: World, { endpoint, id, body }: ReceiverRequest): Promise<CallRecord> => {
  const { clock, random } = world
  const begunMs = clock.nowMs()
  const at = new Date(begunMs)
  const answered = (status: number, answer: string): CallRecord => ({
    at,
    latencyMs: clock.nowMs() - begunMs,
    status,
    answer,
    ...(status !== 200 && { failure: { kind: 'status', detail: `The endpoint answered ${status}` } }),
  })
  const unanswered = (): CallRecord => ({
    at,
    latencyMs: clock.nowMs() - begunMs,
    failure: toFailure('timeout'),
  })
  const take = (): void => {
    world.receipts.push({ endpointId: endpoint.id, eventId: id, body, atMs: clock.nowMs() })
  }
  const perform = (): CallRecord => {
    const { wellFromMs, appliedShare, isGone } = world.receivers.get(endpoint.id)!
    if (isCrowded(world, endpoint.id)) world.crowded.push(endpoint.id)
    if (clock.nowMs() >= wellFromMs) {
      take()
      return answered(200, 'thanks')
    }
    if (isGone) {
      world.gone.push({ endpointId: endpoint.id, begunMs })
      return answered(410, 'gone')
    }
    if (random() < appliedShare) {
      take()
      return unanswered()
    }
    return random() < 0.5 ? answered(500, complaint(body)) : unanswered()
  }
  return clock.call({
    what: () => `${id} to endpoint ${endpoint.id}`,
    perform,
    withoutAnswer: unanswered,
  }) as Promise<CallRecord>
}
