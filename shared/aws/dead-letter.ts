import {
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  type Message as Received,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
} from '@aws-sdk/client-sqs'
import { Fault } from './errors.ts'
import { sqs } from './sqs.ts'

/** Where what a queue's consumer gave up on waits, and the queue that it came from. */
export interface DeadLetterQueue {
  readonly from: string
  readonly to: string
}

/** What SQS hands out at once at most, and takes at once (https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ReceiveMessage.html). */
const batchSize = 10

/** How many messages wait in a queue, as far as SQS knows (https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_GetQueueAttributes.html). */
export const countMessages = async (queueUrl: string): Promise<number> => {
  const AttributeNames = ['ApproximateNumberOfMessages' as const]
  const { Attributes } = await sqs().send(
    new GetQueueAttributesCommand({ QueueUrl: queueUrl, AttributeNames }),
  )
  return Number(Attributes?.ApproximateNumberOfMessages ?? 0)
}

const receive = async (queueUrl: string): Promise<readonly Received[]> => {
  const command = new ReceiveMessageCommand({
    QueueUrl: queueUrl,
    MaxNumberOfMessages: batchSize,
    // Who does not wait is told of none though there are some.
    WaitTimeSeconds: 1,
    MessageSystemAttributeNames: ['MessageGroupId', 'MessageDeduplicationId'],
  })
  return (await sqs().send(command)).Messages ?? []
}

const refuseFailed = (failed: readonly { readonly Code?: string | undefined }[] = []): void => {
  if (failed.length > 0) throw new Fault(`A message was not moved: ${failed[0]!.Code}`)
}

/** A message as it was sent, in its group; a FIFO queue would leave out what it was sent within five minutes, were its id the same. */
const again = ({ Body, Attributes = {}, MessageId }: Received, index: number) => ({
  Id: `${index}`,
  MessageBody: Body,
  ...(Attributes.MessageGroupId && { MessageGroupId: Attributes.MessageGroupId }),
  ...(Attributes.MessageDeduplicationId && { MessageDeduplicationId: `redriven-${MessageId}` }),
})

/** Stored where it goes before it is deleted where it was: a crash between the two repeats it, which consumers bear. */
const move = async (messages: readonly Received[], { from, to }: DeadLetterQueue): Promise<void> => {
  const sent = new SendMessageBatchCommand({ QueueUrl: to, Entries: messages.map(again) })
  refuseFailed((await sqs().send(sent)).Failed)
  const Entries = messages.map(({ ReceiptHandle }, index) => ({ Id: `${index}`, ReceiptHandle }))
  refuseFailed((await sqs().send(new DeleteMessageBatchCommand({ QueueUrl: from, Entries }))).Failed)
}

/**
 * Puts dead letters back into the queue that they came from, until none is left or time is up. Answers how many it moved.
 * @throws Fault where one could not be moved; those before it were
 */
export const redrive = async (letters: DeadLetterQueue, untilMs: number): Promise<number> => {
  let moved = 0
  while (Date.now() < untilMs) {
    const messages = await receive(letters.from)
    if (messages.length === 0) break
    await move(messages, letters)
    moved += messages.length
  }
  return moved
}
