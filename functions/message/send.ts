import { eachMessage } from '../../shared/aws/batch.ts'
import { sendLinkMessage } from '../../shared/fieldwork/message/send.ts'
import type { LinkMessage } from '../../shared/fieldwork/signal.ts'

/** Links on their way: one message of the queue is one letter or text message to somebody outside. */
export const handler = eachMessage<LinkMessage>(message => sendLinkMessage(message, Date.now()))
