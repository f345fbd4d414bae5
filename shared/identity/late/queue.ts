import { setting } from '../../aws/environment.ts'
import { messageInTime, send } from '../../aws/queue.ts'
import type { LateTry } from './late-lookup.ts'

/** Sends a try on its way. */
export const sendTry = (message: LateTry, nowMs: number): Promise<void> =>
  send(setting('LOOKUPS_QUEUE_URL'), messageInTime(message, nowMs))
