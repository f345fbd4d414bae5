import type { VisitMessage } from '../../work/assignment/workflow.ts'
import { setting } from '../../aws/environment.ts'
import { maxDelaySeconds, type SqsMessage, send, toMessage } from '../../aws/sqs.ts'
import { toVerificationKey } from '../../table/tenant.ts'

/** Waits at most as long as a queue can delay a message. */
export const visitMessage = (key: VisitMessage, delaySeconds: number): SqsMessage => ({
  ...toMessage(toVerificationKey(key)),
  delaySeconds: Math.min(maxDelaySeconds, delaySeconds),
})

export const callAgent = (visit: VisitMessage, delaySeconds: number): Promise<void> =>
  send(setting('VISITS_QUEUE_URL'), visitMessage(visit, delaySeconds))
