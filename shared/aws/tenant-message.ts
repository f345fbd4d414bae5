import type { Tenant } from '../table/tenant.ts'
import { nextDelaySeconds } from '../webhook/delivery/schedule.ts'
import type { Message } from './queue.ts'

/**
 * A message about something of an owner. Each organisation in each mode is a message group of its own, so that one
 * that is busy does not delay the others.
 */
export const messageOf = <Body extends Tenant>(body: Body): Message => ({
  body,
  group: `${body.organisationId}-${body.mode}`,
})

/** A message that waits for its time, in hops of the queue's longest delay: nothing waits in flight. */
export const messageInTime = <Body extends Tenant & { readonly notBeforeMs: number }>(
  body: Body,
  nowMs: number,
): Message => ({
  ...messageOf(body),
  delaySeconds: nextDelaySeconds(new Date(body.notBeforeMs), new Date(nowMs)),
})
