/** A queue's message as a function sees it. https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html#example-standard-queue-message-event */
import type { JsonObject } from '../json.ts'
import type { QueueMessage } from '../sqs/fauxqs-queue.ts'
import type { Queue } from '../sqs/queue.ts'

export const queueRecord = (message: QueueMessage, queue: Queue, region: string): JsonObject => {
  const attributes = Object.entries(message.MessageAttributes ?? {}).map(
    ([name, value]): [string, JsonObject] => [name, messageAttribute(value)],
  )
  return {
    messageId: message.MessageId,
    receiptHandle: message.ReceiptHandle,
    body: message.Body,
    attributes: message.system,
    messageAttributes: Object.fromEntries(attributes),
    md5OfBody: message.MD5OfBody,
    ...(attributes.length > 0 && { md5OfMessageAttributes: message.MD5OfMessageAttributes }),
    eventSource: 'aws:sqs',
    eventSourceARN: queue.arn,
    awsRegion: region,
  }
}

const messageAttribute = (value: NonNullable<QueueMessage['MessageAttributes']>[string]): JsonObject => ({
  dataType: value.DataType,
  stringListValues: [],
  binaryListValues: [],
  ...(value.StringValue !== undefined && { stringValue: value.StringValue }),
  ...(value.BinaryValue !== undefined && { binaryValue: value.BinaryValue }),
})
