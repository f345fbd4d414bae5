import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { Fault } from './errors.ts'
import { services } from './services.ts'
import { clientOptions } from './signed-call.ts'

/** SendMessageBatch takes ten messages (https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessageBatch.html). */
const batchSize = 10

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html: DelaySeconds */
export const maxDelaySeconds = 900

export interface SqsMessage {
  readonly body: object
  /** Messages of one group wait for one another's turn, so that a busy organisation does not delay the rest (fair queues). */
  readonly group?: string
  /** 0 to 900. */
  readonly delaySeconds?: number
  /** For a FIFO queue: the next batch of its group is handed out when the last is done with. It cannot be delayed. */
  readonly isInTurn?: true
}

interface GroupedBody {
  readonly organisationId: number
  readonly mode: string
}

/** A message in the group of its organisation and mode, so that one that is busy does not delay the others. */
export const toMessage = <Body extends GroupedBody>(body: Body): SqsMessage => ({
  body,
  group: `${body.organisationId}-${body.mode}`,
})

/** The delay of the next hop towards a time: 0 to 900 whole seconds, 0 meaning that it has come. */
export const delaySecondsUntil = (notBeforeMs: number, nowMs: number): number =>
  Math.min(maxDelaySeconds, Math.max(0, Math.ceil((notBeforeMs - nowMs) / 1000)))

/** A message that waits for its time, in hops of the queue's longest delay: nothing waits in flight. */
export const toDelayedMessage = <Body extends GroupedBody & { readonly notBeforeMs: number }>(
  body: Body,
  nowMs: number,
): SqsMessage => ({ ...toMessage(body), delaySeconds: delaySecondsUntil(body.notBeforeMs, nowMs) })

type Bytes = string | ArrayBuffer | ArrayBufferView

const viewOf = (bytes: Exclude<Bytes, string>): Uint8Array =>
  ArrayBuffer.isView(bytes)
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : new Uint8Array(bytes)

/** By which the client compares what SQS has received with what it sent. */
class Md5 {
  private readonly hash = createHash('md5')

  update(bytes: Bytes): void {
    this.hash.update(typeof bytes === 'string' ? bytes : viewOf(bytes))
  }

  async digest(): Promise<Uint8Array> {
    return this.hash.digest()
  }
}

let client: SQSClient | undefined
export const sqs = (): SQSClient => {
  client ??= new SQSClient({
    ...clientOptions(services.sqs),
    // The environment says where SQS is: in the local environment, a queue's URL does not.
    useQueueUrlAsEndpoint: false,
    md5: Md5,
  })
  return client
}

const fieldsOf = ({ body, group, delaySeconds, isInTurn }: SqsMessage) => ({
  MessageBody: JSON.stringify(body),
  ...(group !== undefined && { MessageGroupId: group }),
  ...(delaySeconds && { DelaySeconds: delaySeconds }),
  // A FIFO queue would leave out what says the same within five minutes, though the first may have come to nothing.
  ...(isInTurn && { MessageDeduplicationId: randomUUID() }),
})

export const send = async (queueUrl: string, message: SqsMessage): Promise<void> => {
  await sqs().send(new SendMessageCommand({ QueueUrl: queueUrl, ...fieldsOf(message) }))
}

/** Why messages were not stored, by message: it is empty when all were. */
export type UnsentMessages = ReadonlyMap<SqsMessage, unknown>

type SendFailures = readonly (readonly [SqsMessage, unknown])[]

const sendBatch = async (queueUrl: string, batch: readonly SqsMessage[]): Promise<SendFailures> => {
  const Entries = batch.map((message, index) => ({ Id: `${index}`, ...fieldsOf(message) }))
  try {
    const { Failed = [] } = await sqs().send(new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries }))
    return Failed.map(({ Id, Code }) => [batch[Number(Id)]!, new Fault(`A message was not stored: ${Code}`)])
  } catch (error) {
    return batch.map(message => [message, error])
  }
}

/** Sends messages in as few calls as they take, side by side. What could not be stored is answered and keeps nothing else back. */
export const sendInBatches = async (
  queueUrl: string,
  messages: readonly SqsMessage[],
): Promise<UnsentMessages> => {
  const batches: (readonly SqsMessage[])[] = []
  for (let start = 0; start < messages.length; start += batchSize)
    batches.push(messages.slice(start, start + batchSize))
  return new Map((await Promise.all(batches.map(batch => sendBatch(queueUrl, batch)))).flat())
}

/** Sends messages in batches. @throws if any was not stored; some may have been, so receivers must bear a repeat */
export const sendAll = async (queueUrl: string, messages: readonly SqsMessage[]): Promise<void> => {
  for (const failure of (await sendInBatches(queueUrl, messages)).values()) throw failure
}

/** Long enough for what a batch asks for at the same time, and nothing that anybody would wait for. */
const gatherMs = 5

/**
 * Sends single messages in as few requests as can be: those that are asked for within a few milliseconds go together,
 * and all of them fail if one does.
 */
export const createBatchingSender = (
  sendMessages: (messages: readonly SqsMessage[]) => Promise<void>,
): ((message: SqsMessage) => Promise<void>) => {
  let waiting: SqsMessage[] = []
  let sending: Promise<void> | undefined
  const sendGathered = (): Promise<void> => {
    const messages = waiting
    waiting = []
    sending = undefined
    return sendMessages(messages)
  }
  return message => {
    waiting.push(message)
    sending ??= sleep(gatherMs).then(sendGathered)
    return sending
  }
}
