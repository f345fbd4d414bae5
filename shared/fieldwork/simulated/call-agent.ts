import { setting } from '../../aws/environment.ts'
import { maxDelaySeconds, messageOf, send } from '../../aws/queue.ts'
import type { Visit } from '../signal.ts'

/** Has the simulated agent come in so many seconds, or as late as a queue can wait. */
export const callAgent = (
  { organisationId, mode, verificationId }: Visit,
  delaySeconds: number,
): Promise<void> => {
  const visit: Visit = { organisationId, mode, verificationId }
  const message = { ...messageOf(visit), delaySeconds: Math.min(maxDelaySeconds, delaySeconds) }
  return send(setting('VISITS_QUEUE_URL'), message)
}
