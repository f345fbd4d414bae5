import { setting } from '../aws/environment.ts'
import { send } from '../aws/queue.ts'
import type { LateTry } from '../domain/late-lookup.ts'
import { messageInTime } from './owned-message.ts'

/** Sends a try on its way. */
export const sendTry = (message: LateTry, nowMs: number): Promise<void> =>
  send(setting('LOOKUPS_QUEUE_URL'), messageInTime(message, nowMs))
