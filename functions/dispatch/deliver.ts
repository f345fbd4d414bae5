import { eachMessage } from '../../shared/aws/batch.ts'
import { deliver } from '../../shared/webhook/delivery/delivery.ts'
import type { Delivery, Recovery } from '../../shared/webhook/delivery/message.ts'
import { recover } from '../../shared/webhook/delivery/recovery.ts'

/** The dispatcher: one message is one attempt, or one page of a search for what is missing; all of a batch run at the same time. */
export const handler = eachMessage<Delivery | Recovery>(message =>
  'kind' in message ? recover(message) : deliver(message),
)
