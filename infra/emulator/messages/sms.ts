/** AWS End User Messaging: https://docs.aws.amazon.com/pinpoint/latest/apireference_smsvoicev2/API_SendTextMessage.html */
import { type JsonObject, text } from '../json.ts'
import { ServiceError, unsupportedAction } from '../service-error.ts'
import type { SentMessages } from './sent-messages.ts'

/** Answers a call of an action that is hosted; the one is SendTextMessage. */
export const callSms = (action: string, body: JsonObject, outbox: SentMessages): JsonObject => {
  if (action !== 'SendTextMessage') throw unsupportedAction(action)
  const { DestinationPhoneNumber, OriginationIdentity, MessageBody } = body
  const to = text(DestinationPhoneNumber) ?? ''
  if (!/^\+[1-9]\d{6,14}$/.test(to))
    throw new ServiceError('ValidationException', 'The number is not in the form of E.164')
  const from = text(OriginationIdentity) ?? ''
  return { MessageId: outbox.put({ channel: 'sms', from, to, text: text(MessageBody) ?? '' }) }
}
