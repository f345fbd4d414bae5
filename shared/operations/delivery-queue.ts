import { setting } from '../aws/environment.ts'
import { type Message, sendAll } from '../aws/queue.ts'
import type { Attempt } from '../contract/event.ts'
import type { Owner } from '../domain/caller.ts'
import type { Delivery } from '../domain/message.ts'
import { messageOf } from './owned-message.ts'

/** Stores messages in the deliveries' queue. */
export const sendDeliveries = (messages: readonly Message[]): Promise<void> =>
  sendAll(setting('DELIVERIES_QUEUE_URL'), messages)

/** The message for the next attempt to bring an event to an endpoint, with a schedule of its own. */
export const deliveryAfter = (
  { organisationId, mode }: Owner,
  eventId: string,
  endpointId: number,
  attempts: readonly Attempt[],
): Message => {
  const next = Math.max(0, ...attempts.map(({ attempt }) => attempt)) + 1
  const ids = { organisationId, mode, eventId, endpointId }
  const delivery: Delivery = { ...ids, attempt: next, firstAttempt: next, notBeforeMs: 0 }
  return messageOf(delivery)
}
