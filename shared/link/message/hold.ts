import { setting } from '../../aws/environment.ts'
import { log } from '../../aws/log.ts'
import { send, toMessage } from '../../aws/sqs.ts'
import { emitMetrics, toMeasurement } from '../../metrics/emit.ts'
import type { Tenant } from '../../table/tenant.ts'

/** Shorter than the period of its alarm, which therefore stays active while messages are held. */
const holdSeconds = 600

/**
 * Keeps a message of the queue `messages` which the account may not send yet, such as in a sandbox: it is tried again,
 * for as long as its link is good. It begins anew each time, so that the queue's dead letters and age do not end it.
 */
export const holdMessage = async (message: Tenant): Promise<void> => {
  await send(setting('MESSAGES_QUEUE_URL'), { ...toMessage(message), delaySeconds: holdSeconds })
  const { organisationId, mode } = message
  log('message.held', { organisationId, mode })
  if (mode === 'live') emitMetrics(toMeasurement({}, { MessagesHeld: 1 }))
}
