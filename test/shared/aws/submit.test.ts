import { beforeAll, describe, expect, it } from 'vitest'
import { sendEmail } from '../../../shared/aws/ses.ts'
import { sendSms } from '../../../shared/aws/sms.ts'
import { type AwsEndpoint, openAwsEndpoint } from './endpoint.ts'

let aws: AwsEndpoint
beforeAll(async () => {
  aws = await openAwsEndpoint()
})

const mail = {
  from: 'Verification service <no-reply@verification.example>',
  to: 'hr@zenithworks.example',
  subject: 'A subject',
  text: 'A text',
  html: '<p>A text</p>',
}
const sms = { from: 'arn:aws:sms-voice:us-east-1:1:sender-id/X/NG', to: '+2348031234567', text: 'A text' }

it('submits an email in the form of SES', async () => {
  aws.answer(() => ({ MessageId: '1' }))
  expect(await sendEmail(mail)).toBe('accepted')
  expect(aws.calls.at(-1)).toEqual({
    action: 'POST /v2/email/outbound-emails',
    body: {
      FromEmailAddress: 'Verification service <no-reply@verification.example>',
      Destination: { ToAddresses: ['hr@zenithworks.example'] },
      Content: {
        Simple: {
          Subject: { Data: 'A subject', Charset: 'UTF-8' },
          Body: {
            Text: { Data: 'A text', Charset: 'UTF-8' },
            Html: { Data: '<p>A text</p>', Charset: 'UTF-8' },
          },
        },
      },
    },
  })
})

it('submits a text message in the form of End User Messaging', async () => {
  aws.answer(() => ({ MessageId: '1' }))
  expect(await sendSms(sms)).toBe('accepted')
  expect(aws.calls.at(-1)).toEqual({
    action: 'SendTextMessage',
    body: {
      DestinationPhoneNumber: '+2348031234567',
      OriginationIdentity: 'arn:aws:sms-voice:us-east-1:1:sender-id/X/NG',
      MessageBody: 'A text',
      MessageType: 'TRANSACTIONAL',
    },
  })
})

describe('what is refused', () => {
  it.each([
    ['MessageRejected', 400, 'rejected'],
    ['BadRequestException', 400, 'rejected'],
    ['TooManyRequestsException', 429, 'throttled'],
    ['SendingPausedException', 400, 'held'],
    ['MailFromDomainNotVerifiedException', 400, 'held'],
    ['AccountSuspendedException', 400, 'held'],
    ['LimitExceededException', 400, 'held'],
    ['InternalServiceErrorException', 500, 'throttled'],
  ] as const)('a letter with %s is %s: %s', async (error, status, handed) => {
    aws.answer(() => ({ error, status }))
    expect(await sendEmail(mail)).toBe(handed)
  })

  it.each([
    ['ValidationException', 400, 'rejected'],
    ['ConflictException', 400, 'rejected'],
    ['ThrottlingException', 400, 'throttled'],
    ['AccessDeniedException', 400, 'throttled'],
    ['ResourceNotFoundException', 400, 'held'],
    ['ServiceQuotaExceededException', 400, 'held'],
  ] as const)('a text message with %s is %s: %s', async (error, status, handed) => {
    aws.answer(() => ({ error, status }))
    expect(await sendSms(sms)).toBe(handed)
  })
})

it.each([
  [
    'MessageRejected',
    { message: 'Email address is not verified. The following identities failed …' },
    'held',
  ],
  ['MessageRejected', { message: 'It holds a virus' }, 'rejected'],
  ['ConflictException', { Reason: 'DESTINATION_PHONE_NUMBER_NOT_VERIFIED' }, 'held'],
  ['ConflictException', { Reason: 'NO_ORIGINATION_IDENTITIES_FOUND' }, 'held'],
  ['ConflictException', { Reason: 'DESTINATION_PHONE_NUMBER_OPTED_OUT' }, 'rejected'],
  ['ValidationException', { Reason: 'SENDER_ID_REQUIRES_REGISTRATION' }, 'held'],
  ['ValidationException', { Reason: 'INVALID_IDENTITY_FOR_DESTINATION_COUNTRY' }, 'held'],
  ['ValidationException', { Reason: 'INVALID_PARAMETER' }, 'rejected'],
] as const)('tells the operator’s state from the recipient’s: %s %j is %s', async (error, more, handed) => {
  aws.answer(() => ({ error, ...more }))
  expect(await (error === 'MessageRejected' ? sendEmail(mail) : sendSms(sms))).toBe(handed)
})

it('says that it does not know where no answer came, and asks once only', async () => {
  const before = aws.calls.length
  aws.answer(() => ({ error: 'hang-up' }))
  expect(await sendEmail(mail)).toBe('unknown')
  expect(await sendSms(sms)).toBe('unknown')
  expect(aws.calls.length - before).toBe(2)
})
