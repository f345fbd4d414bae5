import { processMessages } from '../../shared/aws/batch.ts'
import { sendLinkMessage } from '../../shared/fieldwork/message/send.ts'
import type { LinkMessage } from '../../shared/fieldwork/signal.ts'
import { sendAlertLetter } from '../../shared/webhook/alert/send-letter.ts'

type AlertMessage = Parameters<typeof sendAlertLetter>[0]

/** Links and alerts on their way: one message of the queue is one letter or text message to somebody outside. */
export const handler = processMessages<LinkMessage | AlertMessage>(message =>
  'kind' in message ? sendAlertLetter(message, Date.now()) : sendLinkMessage(message, Date.now()),
)
