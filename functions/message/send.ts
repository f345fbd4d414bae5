import { processMessages } from '../../shared/aws/batch.ts'
import type { LinkKey } from '../../shared/link/link.ts'
import { sendLinkMessage } from '../../shared/link/message/send.ts'
import { sendAlertEmail } from '../../shared/webhook/alert/send-email.ts'

type AlertMessage = Parameters<typeof sendAlertEmail>[0]

/** Sends links and alerts: one message of the queue is one email or text message. */
export const handler = processMessages<LinkKey | AlertMessage>(message => {
  const nowMs = Date.now()
  return 'kind' in message ? sendAlertEmail(message, nowMs) : sendLinkMessage(message, nowMs)
})
