import { eachMessage } from '../../shared/aws/batch.ts'
import { deliver } from '../../shared/aws/delivery.ts'
import type { Delivery } from '../../shared/domain/message.ts'

/** The dispatcher: one message is one attempt; all of a batch are made at the same time. */
export const handler = eachMessage<Delivery>(deliver)
