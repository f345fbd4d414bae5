import { setting } from '../aws/environment.ts'
import { send } from '../aws/queue.ts'
import type { LateTry } from '../domain/late-lookup.ts'
import { nextDelaySeconds } from '../webhook/schedule.ts'
import { groupOf } from './delivery-queue.ts'

/** Sends a try on its way, in hops of the queue's longest delay: nothing waits in flight. */
export const sendTry = (message: LateTry, nowMs: number): Promise<void> =>
  send(setting('LOOKUPS_QUEUE_URL'), {
    body: message,
    group: groupOf(message),
    delaySeconds: nextDelaySeconds(new Date(message.notBeforeMs), new Date(nowMs)),
  })
