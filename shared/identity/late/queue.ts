import { setting } from '../../aws/environment.ts'
import { send } from '../../aws/queue.ts'
import { messageInTime } from '../../aws/tenant-message.ts'
import type { LateTry } from './late-lookup.ts'

/** Sends a try on its way. */
export const sendTry = (message: LateTry, nowMs: number): Promise<void> =>
  send(setting('LOOKUPS_QUEUE_URL'), messageInTime(message, nowMs))
