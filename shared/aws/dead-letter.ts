import {
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  type Message as Received,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
} from '@aws-sdk/client-sqs'
import { Fault } from './errors.ts'
import { sqs } from './sqs.ts'

export interface DeadLetterQueue {
  readonly from: string
  readonly to: string
}

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ReceiveMessage.html */
const batchSize = 10

/** Approximate (https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_GetQueueAttributes.html). */
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
    // Without long polling SQS may return none although there are some.
    WaitTimeSeconds: 1,
    MessageSystemAttributeNames: ['MessageGroupId', 'MessageDeduplicationId'],
  })
  return (await sqs().send(command)).Messages ?? []
}

const refuseFailed = (failed: readonly { readonly Code?: string | undefined }[] = []): void => {
  if (failed.length > 0) throw new Fault(`A message was not moved: ${failed[0]!.Code}`)
}

/** A new deduplication id: a FIFO queue would drop a repeat within five minutes. */
const again = ({ Body, Attributes = {}, MessageId }: Received, index: number) => ({
  Id: `${index}`,
  MessageBody: Body,
  ...(Attributes.MessageGroupId && { MessageGroupId: Attributes.MessageGroupId }),
  ...(Attributes.MessageDeduplicationId && { MessageDeduplicationId: `redriven-${MessageId}` }),
})

/** Sends before it deletes: a crash in between repeats the message, which consumers tolerate. */
const move = async (messages: readonly Received[], { from, to }: DeadLetterQueue): Promise<void> => {
  const sent = new SendMessageBatchCommand({ QueueUrl: to, Entries: messages.map(again) })
  refuseFailed((await sqs().send(sent)).Failed)
  const Entries = messages.map(({ ReceiptHandle }, index) => ({ Id: `${index}`, ReceiptHandle }))
  refuseFailed((await sqs().send(new DeleteMessageBatchCommand({ QueueUrl: from, Entries }))).Failed)
}

/** Returns how many were moved before the queue was empty or the time was over. @throws Fault where one could not be moved */
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
