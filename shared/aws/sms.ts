import { PinpointSMSVoiceV2Client, SendTextMessageCommand } from '@aws-sdk/client-pinpoint-sms-voice-v2'
import { services } from './services.ts'
import { clientOptions } from './signed-call.ts'
import { onlyOnce, type Refusals, type SubmitResult, submit } from './submit.ts'

export interface Sms {
  /** The ARN of a sender id, a number or a pool. */
  readonly from: string
  readonly to: string
  readonly text: string
}

/**
 * By the reasons that exceptions name (https://docs.aws.amazon.com/pinpoint/latest/apireference_smsvoicev2/API_SendTextMessage.html):
 * the sandbox, the month's spend limit and sender ids that a country has not registered are the operator's; a number that
 * is none, or wants no messages, is the recipient's.
 */
const refusals: Refusals = {
  held: /^(?:ServiceQuotaExceeded|ResourceNotFound)|^\w+ (?:DESTINATION_PHONE_NUMBER_NOT_VERIFIED|DESTINATION_COUNTRY_BLOCKED|INVALID_IDENTITY_FOR_DESTINATION_COUNTRY|MESSAGE_TYPE_MISMATCH|NO_ORIGINATION_IDENTITIES_FOUND|NUMBER_CAPABILITIES_MISMATCH|SENDER_ID_\w+) /,
  rejected: /^(?:ValidationException|ConflictException) /,
}

export const sms = (): PinpointSMSVoiceV2Client =>
  new PinpointSMSVoiceV2Client({ ...clientOptions(services.sms), ...onlyOnce })

export const sendSms = ({ from, to, text }: Sms): Promise<SubmitResult> => {
  const command = new SendTextMessageCommand({
    DestinationPhoneNumber: to,
    OriginationIdentity: from,
    MessageBody: text,
    MessageType: 'TRANSACTIONAL',
  })
  return submit(sms().send(command), refusals)
}
