/** The operations of SQS that our functions, admin commands and customers' accounts use. */
import type { DatabaseSync } from 'node:sqlite'
import { type Json, type JsonObject, list, number, object, text, texts } from '../json.ts'
import { ServiceError, unsupportedAction } from '../service-call.ts'
import { type NewMessage, openMessages } from './messages.ts'
import {
  createQueue,
  md5,
  md5OfAttributes,
  type Queue,
  type QueueMessage,
  type QueueSettings,
  sequenceNumberOf,
} from './queue.ts'

export interface SqsService {
  open(settings: QueueSettings): Queue
  call(action: string, body: JsonObject): Promise<JsonObject>
  /** Ends all waiting. */
  stop(): void
}

export const openSqs = (database: DatabaseSync): SqsService => {
  const messages = openMessages(database)
  const queues = new Map<string, Queue>()
  return {
    open: settings => {
      const queue = createQueue(settings, messages, arn => queues.get(arn)?.wake())
      queues.set(settings.arn, queue)
      return queue
    },
    call: async (action, body) => {
      const operation = operations[action]
      if (operation === undefined) throw unsupportedAction(action)
      const path = pathOf(text(body.QueueUrl) ?? '')
      const queue = [...queues.values()].find(({ arn }) => arn.split(':').slice(-2).join('/') === path)
      if (queue === undefined)
        throw new ServiceError('QueueDoesNotExist', 'The specified queue does not exist.')
      return operation(queue, body)
    },
    stop: () => {
      for (const queue of queues.values()) queue.stop()
    },
  }
}

/** Account and name, whatever host the URL names. */
const pathOf = (queueUrl: string): string => queueUrl.split('/').slice(-2).join('/')

const missing = (parameter: string): ServiceError =>
  new ServiceError('MissingParameter', `The request must contain the parameter ${parameter}.`)

const invalid = (why: string): ServiceError => new ServiceError('InvalidParameterValue', why)

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html: MessageBody */
const refusedCharacter = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u
/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-messages.html */
const maxBytes = 1_048_576
const maxEntries = 10
const maxDelaySeconds = 900
const maxVisibilitySeconds = 43_200

const sizeOf = (input: JsonObject): number =>
  Object.entries(object(input.MessageAttributes))
    .flatMap(([name, value]) => [name, ...Object.values(object(value)).map(part => text(part) ?? '')])
    .reduce(
      (bytes, part) => bytes + Buffer.byteLength(part),
      Buffer.byteLength(text(input.MessageBody) ?? ''),
    )

const readSeconds = (value: Json | undefined, name: string, maximum: number): number | undefined => {
  const seconds = number(value)
  if (seconds !== undefined && !(seconds >= 0 && seconds <= maximum))
    throw invalid(
      `Value ${seconds} for parameter ${name} is invalid. Reason: Must be between 0 and ${maximum}.`,
    )
  return seconds
}

const readMessage = ({ isFifo }: QueueSettings, input: JsonObject): NewMessage => {
  const body = text(input.MessageBody)
  if (!body) throw missing('MessageBody')
  if (refusedCharacter.test(body))
    throw new ServiceError('InvalidMessageContents', 'Invalid characters found.')
  if (sizeOf(input) > maxBytes)
    throw invalid(
      `One or more parameters are invalid. Reason: Message must be shorter than ${maxBytes} bytes.`,
    )
  const [group, deduplicationId] = [text(input.MessageGroupId), text(input.MessageDeduplicationId)]
  const delaySeconds = readSeconds(input.DelaySeconds, 'DelaySeconds', maxDelaySeconds) ?? 0
  if (isFifo && group === undefined) throw missing('MessageGroupId')
  if (isFifo && deduplicationId === undefined)
    throw invalid('A FIFO queue without ContentBasedDeduplication needs a MessageDeduplicationId.')
  if (isFifo ? delaySeconds > 0 : deduplicationId !== undefined)
    throw invalid('The request include parameter that is not valid for this queue type.')
  const attributes = JSON.stringify(object(input.MessageAttributes))
  return { body, attributes, group, deduplicationId, delaySeconds }
}

const send = (queue: Queue, input: JsonObject): JsonObject => {
  const stored = queue.send(readMessage(queue.settings, input))
  const attributes = object(input.MessageAttributes)
  return {
    MessageId: stored.id,
    MD5OfMessageBody: md5(text(input.MessageBody)!),
    ...(Object.keys(attributes).length > 0 && { MD5OfMessageAttributes: md5OfAttributes(attributes) }),
    ...(queue.settings.isFifo && { SequenceNumber: sequenceNumberOf(stored.number) }),
  }
}

/** Each entry by itself: some can succeed where others fail. */
const inBatch =
  (work: (queue: Queue, entry: JsonObject) => JsonObject) =>
  (queue: Queue, input: JsonObject): JsonObject => {
    const entries = list(input.Entries).map(object)
    if (entries.length === 0) throw new ServiceError('EmptyBatchRequest', 'There are no entries.')
    if (entries.length > maxEntries)
      throw new ServiceError('TooManyEntriesInBatchRequest', `At most ${maxEntries} entries are allowed.`)
    if (new Set(entries.map(({ Id }) => Id)).size < entries.length)
      throw new ServiceError('BatchEntryIdsNotDistinct', 'Two or more entries have the same Id.')
    if (entries.reduce((bytes, entry) => bytes + sizeOf(entry), 0) > maxBytes)
      throw new ServiceError('BatchRequestTooLong', `A batch cannot be longer than ${maxBytes} bytes.`)
    const [Successful, Failed]: [Json[], Json[]] = [[], []]
    for (const entry of entries)
      try {
        Successful.push({ Id: entry.Id, ...work(queue, entry) })
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error
        Failed.push({ Id: entry.Id, SenderFault: true, Code: error.name, Message: error.message })
      }
    return { Successful, Failed }
  }

const withNames = (all: Readonly<Record<string, Json | undefined>>, names: readonly string[]): JsonObject =>
  Object.fromEntries(
    Object.entries(all).filter(
      ([name]) =>
        names.includes('All') ||
        names.some(asked => (asked.endsWith('.*') ? name.startsWith(asked.slice(0, -2)) : asked === name)),
    ),
  )

const toAnswer = (message: QueueMessage, input: JsonObject): JsonObject => {
  const { MessageAttributes, MD5OfMessageAttributes, Attributes, ...rest } = message
  const system = withNames(Attributes, [
    ...texts(input.MessageSystemAttributeNames),
    ...texts(input.AttributeNames),
  ])
  const own = withNames(MessageAttributes, texts(input.MessageAttributeNames))
  return {
    ...rest,
    ...(Object.keys(system).length > 0 && { Attributes: system }),
    ...(Object.keys(own).length > 0 && { MessageAttributes: own, MD5OfMessageAttributes }),
  }
}

const receive = async (queue: Queue, input: JsonObject): Promise<JsonObject> => {
  const maximum = number(input.MaxNumberOfMessages) ?? 1
  if (!(maximum >= 1 && maximum <= maxEntries))
    throw invalid(
      `Value ${maximum} for parameter MaxNumberOfMessages is invalid. Reason: Must be between 1 and ${maxEntries}.`,
    )
  const waitSeconds = readSeconds(input.WaitTimeSeconds, 'WaitTimeSeconds', 20) ?? 0
  const heldSeconds = readSeconds(input.VisibilityTimeout, 'VisibilityTimeout', maxVisibilitySeconds)
  const received = await queue.poll(maximum, waitSeconds, heldSeconds)
  return received.length === 0 ? {} : { Messages: received.map(message => toAnswer(message, input)) }
}

const handleOf = (input: JsonObject): string => {
  const handle = text(input.ReceiptHandle)
  if (!handle) throw missing('ReceiptHandle')
  return handle
}

/** SQS takes a handle of a message that is gone. */
const remove = (queue: Queue, input: JsonObject): JsonObject => {
  queue.delete(handleOf(input))
  return {}
}

const changeVisibility = (queue: Queue, input: JsonObject): JsonObject => {
  const seconds = readSeconds(input.VisibilityTimeout, 'VisibilityTimeout', maxVisibilitySeconds)
  if (seconds === undefined) throw missing('VisibilityTimeout')
  if (!queue.changeVisibility(handleOf(input), seconds))
    throw new ServiceError('MessageNotInflight', 'The message is not held with this receipt handle.')
  return {}
}

const readAttributes = (queue: Queue, input: JsonObject): JsonObject => {
  const { visible, held, delayed } = queue.count()
  const { arn, isFifo, visibilitySeconds, redrive } = queue.settings
  const all = {
    QueueArn: arn,
    ApproximateNumberOfMessages: `${visible}`,
    ApproximateNumberOfMessagesNotVisible: `${held}`,
    ApproximateNumberOfMessagesDelayed: `${delayed}`,
    VisibilityTimeout: `${visibilitySeconds}`,
    ...(isFifo && { FifoQueue: 'true' }),
    ...(redrive && {
      RedrivePolicy: JSON.stringify({
        deadLetterTargetArn: redrive.deadLetterArn,
        maxReceiveCount: redrive.maxReceives,
      }),
    }),
  }
  return { Attributes: withNames(all, texts(input.AttributeNames)) }
}

const operations: Readonly<
  Record<string, (queue: Queue, input: JsonObject) => JsonObject | Promise<JsonObject>>
> = {
  SendMessage: send,
  SendMessageBatch: inBatch(send),
  ReceiveMessage: receive,
  DeleteMessage: remove,
  DeleteMessageBatch: inBatch(remove),
  ChangeMessageVisibility: changeVisibility,
  GetQueueAttributes: readAttributes,
}
