import { services } from './services.ts'
import { createJsonCaller, serviceEndpoint } from './signed-call.ts'
import { type Refusals, type SubmitResult, submit } from './submit.ts'

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
  held: /^(?:ServiceQuotaExceeded|ResourceNotFound)|"Reason":\s*"(?:DESTINATION_PHONE_NUMBER_NOT_VERIFIED|DESTINATION_COUNTRY_BLOCKED|INVALID_IDENTITY_FOR_DESTINATION_COUNTRY|MESSAGE_TYPE_MISMATCH|NO_ORIGINATION_IDENTITIES_FOUND|NUMBER_CAPABILITIES_MISMATCH|SENDER_ID_\w+)"/,
  rejected: /^(?:ValidationException|ConflictException) /,
}

export const sendSms = ({ from, to, text }: Sms): Promise<SubmitResult> => {
  const calls = createJsonCaller(services.sms, serviceEndpoint(services.sms))
  const input = {
    DestinationPhoneNumber: to,
    OriginationIdentity: from,
    MessageBody: text,
    MessageType: 'TRANSACTIONAL',
  }
  return submit(services.sms, calls('SendTextMessage', JSON.stringify(input), Date.now()), refusals)
}
