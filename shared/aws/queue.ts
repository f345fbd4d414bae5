import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { Fault } from './fault.ts'

/** SendMessageBatch takes ten messages (https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessageBatch.html). */
const batchSize = 10

export interface Message {
  readonly body: object
  /** Messages of one group wait for one another's turn, so that a busy organisation does not delay the rest (fair queues). */
  readonly group?: string
  /** 0 to 900. */
  readonly delaySeconds?: number
}

let client: SQSClient | undefined
const sqs = (): SQSClient => {
  client ??= new SQSClient({})
  return client
}

const fieldsOf = ({ body, group, delaySeconds }: Message) => ({
  MessageBody: JSON.stringify(body),
  ...(group !== undefined && { MessageGroupId: group }),
  ...(delaySeconds && { DelaySeconds: delaySeconds }),
})

/** Sends one message; it is stored when this resolves. */
export const send = async (queueUrl: string, message: Message): Promise<void> => {
  await sqs().send(new SendMessageCommand({ QueueUrl: queueUrl, ...fieldsOf(message) }))
}

/** Sends messages in batches. @throws Error if any was not stored; some may have been, so receivers must bear a repeat */
export const sendAll = async (queueUrl: string, messages: readonly Message[]): Promise<void> => {
  for (let start = 0; start < messages.length; start += batchSize) {
    const batch = messages.slice(start, start + batchSize)
    const Entries = batch.map((message, index) => ({ Id: `${index}`, ...fieldsOf(message) }))
    const { Failed = [] } = await sqs().send(new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries }))
    if (Failed.length > 0) throw new Fault(`${Failed.length} messages were not stored: ${Failed[0]?.Code}`)
  }
}
