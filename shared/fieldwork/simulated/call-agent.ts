import { setting } from '../../aws/environment.ts'
import { type Message, maxDelaySeconds, messageOf, send } from '../../aws/queue.ts'
import type { Visit } from '../signal.ts'

/** Has the simulated agent come in so many seconds, or as late as a queue can wait. */
export const visitMessage = (
  { organisationId, mode, verificationId }: Visit,
  delaySeconds: number,
): Message => {
  const visit: Visit = { organisationId, mode, verificationId }
  return { ...messageOf(visit), delaySeconds: Math.min(maxDelaySeconds, delaySeconds) }
}

/** Sends such a message. */
export const callAgent = (visit: Visit, delaySeconds: number): Promise<void> =>
  send(setting('VISITS_QUEUE_URL'), visitMessage(visit, delaySeconds))
