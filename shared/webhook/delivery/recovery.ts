import type { SqsMessage } from '../../aws/sqs.ts'
import { toMessage } from '../../aws/sqs.ts'
import { isSubscribed } from '../../event/event.ts'
import { listEvents } from '../../event/store.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { findEndpoint } from '../endpoint/store.ts'
import { listAttempts, type StoredAttempt } from './attempt-store.ts'
import type { Recovery } from './message.ts'
import type { DeliveryPorts } from './ports.ts'
import { toResend } from './queue.ts'

/** Events that one message reads: few enough for one invocation, as each may cost a read. */
const pageSize = 50

/** Whether an event has not reached the endpoint and no attempt is under way. */
const isMissing = (attempts: readonly StoredAttempt[], { untriedSince, skipsGivenUp }: Recovery): boolean => {
  if (attempts.some(({ outcome }) => outcome === 'delivered')) return false
  const last = attempts.at(-1)
  if (!last) return true
  return last.at < untriedSince && !(skipsGivenUp && last.outcome === 'gave-up')
}

const missing = async (
  recovery: Recovery,
  endpoint: Endpoint,
  eventId: string,
  { now }: DeliveryPorts,
): Promise<SqsMessage[]> => {
  const of = { nowMs: now(), endpointId: endpoint.id }
  const attempts = await listAttempts(recovery, eventId, of)
  return isMissing(attempts, recovery) ? [toResend(recovery, eventId, endpoint.id, attempts)] : []
}

/** Resends what did not reach an endpoint, a page of events at a time. The next page is a message of its own. */
export const runRecovery = async (recovery: Recovery, ports: DeliveryPorts): Promise<void> => {
  const { send } = ports
  const endpoint = await findEndpoint(recovery, recovery.endpointId)
  if (!endpoint?.enabled) return
  const { since, until, after } = recovery
  const page = { limit: pageSize, after, oldestFirst: true }
  const { items, after: next } = await listEvents(recovery, { from: since, to: until }, page)
  const wanted = items.filter(event => isSubscribed(endpoint, event))
  const found = await Promise.all(wanted.map(({ id }) => missing(recovery, endpoint, id, ports)))
  await send(found.flat())
  if (next) await send([toMessage({ ...recovery, after: next })])
}
