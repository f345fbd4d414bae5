import { setting } from '../../aws/environment.ts'
import { type SqsMessage, toMessage, sendAll } from '../../aws/sqs.ts'
import type { Attempt } from '../../event/attempt-contract.ts'
import type { Tenant } from '../../table/tenant.ts'
import type { Delivery } from './message.ts'

/** Stores messages in the deliveries' queue. */
export const sendDeliveries = (messages: readonly SqsMessage[]): Promise<void> =>
  sendAll(setting('DELIVERIES_QUEUE_URL'), messages)

const deliveryFrom = (
  { organisationId, mode }: Tenant,
  eventId: string,
  endpointId: number,
  attempt: number,
): Delivery => ({
  ...{ organisationId, mode, eventId, endpointId },
  attempt,
  firstAttempt: attempt,
  notBeforeMs: 0,
})

/** The message for the first attempt to bring an event to an endpoint. */
export const toFirstDelivery = (tenant: Tenant, eventId: string, endpointId: number): SqsMessage =>
  toMessage(deliveryFrom(tenant, eventId, endpointId, 1))

/** The message to bring it once more after these attempts, with a schedule of its own. Any number of the same one make one attempt. */
export const toResend = (
  tenant: Tenant,
  eventId: string,
  endpointId: number,
  attempts: readonly Attempt[],
): SqsMessage => {
  const next = Math.max(0, ...attempts.map(({ attempt }) => attempt)) + 1
  return toMessage<Delivery>({ ...deliveryFrom(tenant, eventId, endpointId, next), isAskedByMany: true })
}
