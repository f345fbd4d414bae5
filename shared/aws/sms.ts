import { type AwsJsonService, createJsonCaller, serviceEndpoint } from './signed-call.ts'
import { type SubmitResult, submitOnce } from './submit.ts'

export interface Sms {
  /** The ARN of a sender id, a number or a pool. */
  readonly from: string
  readonly to: string
  readonly text: string
}

const service: AwsJsonService = {
  name: 'sms-voice',
  target: 'PinpointSMSVoiceV2',
  version: '1.0',
  variable: 'AWS_ENDPOINT_URL_PINPOINT_SMS_VOICE_V2',
}

/**
 * What no later try would change: a number that is none, or one that wants no messages
 * (https://docs.aws.amazon.com/pinpoint/latest/apireference_smsvoicev2/API_SendTextMessage.html).
 */
const permanentErrors = ['ValidationException', 'ConflictException']

let calls: ReturnType<typeof createJsonCaller> | undefined

export const sendSms = ({ from, to, text }: Sms): Promise<SubmitResult> => {
  calls ??= createJsonCaller(service, serviceEndpoint(service))
  const input = {
    DestinationPhoneNumber: to,
    OriginationIdentity: from,
    MessageBody: text,
    MessageType: 'TRANSACTIONAL',
  }
  return submitOnce(calls('SendTextMessage', JSON.stringify(input), Date.now()), permanentErrors)
}
