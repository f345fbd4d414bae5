import { setting } from '../../aws/environment.ts'
import { type SqsMessage, maxDelaySeconds, toMessage, send } from '../../aws/sqs.ts'
import type { VisitMessage } from '../../assignment/workflow.ts'

/** Waits at most as long as a queue can delay a message. */
export const visitMessage = (
  { organisationId, mode, verificationId }: VisitMessage,
  delaySeconds: number,
): SqsMessage => {
  const visit: VisitMessage = { organisationId, mode, verificationId }
  return { ...toMessage(visit), delaySeconds: Math.min(maxDelaySeconds, delaySeconds) }
}

export const callAgent = (visit: VisitMessage, delaySeconds: number): Promise<void> =>
  send(setting('VISITS_QUEUE_URL'), visitMessage(visit, delaySeconds))
