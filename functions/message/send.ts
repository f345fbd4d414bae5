import { processMessages } from '../../shared/aws/batch.ts'
import { type ReminderMessage, sendReminder } from '../../shared/fieldwork/reminder.ts'
import type { LinkKey } from '../../shared/link/link.ts'
import { sendLinkMessage } from '../../shared/link/message/send.ts'
import { sendAlertEmail } from '../../shared/webhook/alert/send-email.ts'

type AlertMessage = Parameters<typeof sendAlertEmail>[0]

/** Sends links, alerts and reminders: one message of the queue is one email or text message. */
export const handler = processMessages<LinkKey | AlertMessage | ReminderMessage>(message => {
  const nowMs = Date.now()
  if (!('kind' in message)) return sendLinkMessage(message, nowMs)
  return message.kind === 'alert' ? sendAlertEmail(message, nowMs) : sendReminder(message, nowMs)
})
