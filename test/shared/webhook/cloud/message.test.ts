import { expect, it } from 'vitest'
import { parseCloudArn } from '../../../../shared/webhook/cloud/arn.ts'
import {
  outcomeOf,
  putEventsInput,
  type SignedEvent,
  sendMessageInput,
  sessionPolicy,
} from '../../../../shared/webhook/cloud/send.ts'

const destination = (arn: string) => parseCloudArn(arn)!
const queue = destination('arn:aws:sqs:eu-west-1:444455556666:orders')
const ordered = destination('arn:aws-cn:sqs:cn-north-1:444455556666:orders.fifo')
const bus = destination('arn:aws:events:eu-west-1:444455556666:event-bus/checks')

const body = '{"event":"address","event_type":"verification_completed","data":{"id":7,"note":"é \\u2028"}}'
const signed: SignedEvent = {
  id: 'evt_7_completed',
  body,
  headers: { 'webhook-id': 'evt_7_completed', 'webhook-signature': 'v1,abc' },
  group: '7',
}

it('is a message of the same bytes, with what are headers elsewhere as attributes', () => {
  expect(sendMessageInput(queue, signed)).toEqual({
    QueueUrl: 'https://sqs.eu-west-1.amazonaws.com/444455556666/orders',
    MessageBody: body,
    MessageAttributes: {
      'webhook-id': { DataType: 'String', StringValue: 'evt_7_completed' },
      'webhook-signature': { DataType: 'String', StringValue: 'v1,abc' },
    },
  })
})

it('is in the order of its verification in a FIFO queue, which knows a repeated one again', () => {
  expect(sendMessageInput(ordered, signed)).toMatchObject({
    QueueUrl: 'https://sqs.cn-north-1.amazonaws.com.cn/444455556666/orders.fifo',
    MessageGroupId: '7',
    MessageDeduplicationId: 'evt_7_completed',
  })
})

it('is an entry of a bus, with the signed bytes as a text beside what rules look into', () => {
  const { Entries, ...others } = putEventsInput(bus, signed) as { Entries: { Detail: string }[] }
  const [{ Detail, ...entry }, ...more] = Entries as [{ Detail: string }]
  expect([others, more]).toEqual([{}, []])
  expect(entry).toEqual({
    EventBusName: 'arn:aws:events:eu-west-1:444455556666:event-bus/checks',
    Source: 'verification-service',
    DetailType: 'address.verification_completed',
  })
  expect(JSON.parse(Detail)).toEqual({ body: JSON.parse(body), bodyRaw: body, headers: signed.headers })
})

it('takes of a role what it takes to send there, and no more', () => {
  expect(sessionPolicy(bus)).toEqual({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: 'events:PutEvents', Resource: bus.arn }],
  })
  expect(sessionPolicy(queue)).toEqual({
    Version: '2012-10-17',
    Statement: [
      { Effect: 'Allow', Action: 'sqs:SendMessage', Resource: queue.arn },
      {
        Effect: 'Allow',
        Action: ['kms:GenerateDataKey', 'kms:Decrypt'],
        Resource: '*',
        Condition: { StringEquals: { 'kms:ViaService': 'sqs.eu-west-1.amazonaws.com' } },
      },
    ],
  })
})

const said = (status: number, text: object, word = '') => ({
  status,
  word,
  body: Buffer.from(JSON.stringify(text)),
})

it.each([
  [queue, said(200, { MessageId: 'm' }), { status: 200, answer: '{"MessageId":"m"}' }],
  [
    queue,
    said(400, { message: 'User: arn:aws:sts::1:role is not' }, 'QueueDoesNotExist'),
    { status: 400, failure: { kind: 'status', detail: 'The queue refused the event: QueueDoesNotExist' } },
  ],
  [bus, said(200, { FailedEntryCount: 0 }), { status: 200, answer: '{"FailedEntryCount":0}' }],
  [
    bus,
    said(200, { FailedEntryCount: 1, Entries: [{ ErrorCode: 'ThrottlingException', ErrorMessage: 'arn' }] }),
    { failure: { kind: 'status', detail: 'The bus refused the event: ThrottlingException' } },
  ],
  [bus, undefined, { failure: { kind: 'timeout', detail: 'No answer came in time' } }],
  [
    bus,
    { refusal: 'AccessDenied' },
    { failure: { kind: 'role', detail: 'The role could not be assumed: AccessDenied' } },
  ],
  [
    bus,
    { refusal: '' },
    { failure: { kind: 'role', detail: 'No answer came when the role was to be assumed' } },
  ],
] as const)('in %o: %o means %o, and never what AWS says of our own account', (where, answer, outcome) => {
  expect(outcomeOf(where, answer)).toEqual(outcome)
})
