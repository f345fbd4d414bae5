import { type CloudDestination, isFifo } from './arn.ts'

/** What is sent, and what signs it: the names and values of a request's headers. */
export interface SignedEvent {
  readonly id: string
  /** The exact bytes. */
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  /** What must arrive in order where a queue keeps it: the verification, or the endpoint. */
  readonly group: string
}

/** Ten attributes at most: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-messages.html */
const attributesOf = (headers: SignedEvent['headers']) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, StringValue]) => [name, { DataType: 'String', StringValue }]),
  )

const domains: Readonly<Record<string, string>> = { 'aws-cn': 'amazonaws.com.cn' }

/** The domain of a partition's services. */
export const partitionDomain = (partition: string): string => domains[partition] ?? 'amazonaws.com'

/**
 * The input of SendMessage: the same bytes, the headers as attributes. A FIFO queue takes a repeated event within five
 * minutes for the one that it has.
 */
export const sendMessageInput = (
  place: CloudDestination,
  { id, body, headers, group }: SignedEvent,
): object => ({
  QueueUrl: `https://sqs.${place.region}.${partitionDomain(place.partition)}/${place.accountId}/${place.name}`,
  MessageBody: body,
  MessageAttributes: attributesOf(headers),
  ...(isFifo(place) && { MessageGroupId: group, MessageDeduplicationId: id }),
})

/** Who sends events, in the words of a bus's rules. */
export const eventSource = 'verification-service'

/**
 * The input of PutEvents. A bus takes JSON and hands it on as it likes to write it, so that the exact bytes, which are
 * what is signed, are a text in it: `bodyRaw`, beside `body`, which rules can look into.
 */
export const putEventsInput = ({ arn }: CloudDestination, { body, headers }: SignedEvent): object => {
  const parsed = JSON.parse(body) as { event: string; event_type: string }
  const detail = { body: parsed, bodyRaw: body, headers }
  return {
    Entries: [
      {
        EventBusName: arn,
        Source: eventSource,
        DetailType: `${parsed.event}.${parsed.event_type}`,
        Detail: JSON.stringify(detail),
      },
    ],
  }
}

/** What of a role's rights is taken: to send to this queue or bus, under whatever key its owner has put it. */
export const sessionPolicy = ({ kind, arn, partition, region }: CloudDestination): object => ({
  Version: '2012-10-17',
  Statement: [
    { Effect: 'Allow', Action: kind === 'sqs' ? 'sqs:SendMessage' : 'events:PutEvents', Resource: arn },
    ...(kind === 'sqs'
      ? [
          {
            Effect: 'Allow',
            Action: ['kms:GenerateDataKey', 'kms:Decrypt'],
            Resource: '*',
            Condition: { StringEquals: { 'kms:ViaService': `sqs.${region}.${partitionDomain(partition)}` } },
          },
        ]
      : []),
  ],
})
