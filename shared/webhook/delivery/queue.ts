import { setting } from '../../aws/environment.ts'
import { type Message, messageOf, sendAll } from '../../aws/queue.ts'
import type { Attempt } from '../../event/attempt-contract.ts'
import type { Tenant } from '../../table/tenant.ts'
import type { Delivery } from './message.ts'

/** Stores messages in the deliveries' queue. */
export const sendDeliveries = (messages: readonly Message[]): Promise<void> =>
  sendAll(setting('DELIVERIES_QUEUE_URL'), messages)

/** The message for the next attempt to bring an event to an endpoint, with a schedule of its own. */
export const deliveryAfter = (
  { organisationId, mode }: Tenant,
  eventId: string,
  endpointId: number,
  attempts: readonly Attempt[],
): Message => {
  const next = Math.max(0, ...attempts.map(({ attempt }) => attempt)) + 1
  const ids = { organisationId, mode, eventId, endpointId }
  const delivery: Delivery = { ...ids, attempt: next, firstAttempt: next, notBeforeMs: 0 }
  return messageOf(delivery)
}
