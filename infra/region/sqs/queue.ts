/** AWS::SQS::Queue on fauxqs, with the two things it lacks: fair standard queues and an atomic move to the dead-letter queue. */
import { md5OfMessageAttributes } from '../../../node_modules/fauxqs/dist/common/md5.js'
import type { ReceivedMessage } from '../../../node_modules/fauxqs/dist/sqs/sqsTypes.js'
import type { HostedResource } from '../cloudformation/hosted-resource.ts'
import { isObject, type JsonObject, list, object, text } from '../json.ts'
import type { Fauxqs, FauxqsQueue } from './fauxqs.ts'

export const queueProperties = {
  honoured: [
    'QueueName',
    'FifoQueue',
    'ContentBasedDeduplication',
    'DelaySeconds',
    'MaximumMessageSize',
    'ReceiveMessageWaitTimeSeconds',
    'RedrivePolicy',
    'VisibilityTimeout',
  ],
  withoutEffect: [
    'MessageRetentionPeriod',
    'DeduplicationScope',
    'FifoThroughputLimit',
    'KmsMasterKeyId',
    'KmsDataKeyReusePeriodSeconds',
    'SqsManagedSseEnabled',
    'RedriveAllowPolicy',
    'Tags',
  ],
}

export interface Queue {
  readonly name: string
  readonly url: string
  readonly arn: string
  readonly isFifo: boolean
  /** Takes up to ten messages; those of the groups to avoid stay where they are. */
  receive(maximum: number, groupsToAvoid?: Set<string>): QueueMessage[]
  /** Resolves when a message may be there, or after the given seconds. */
  arrival(seconds: number): Promise<void>
  /** Wakes every `arrival` that waits. */
  wake(): void
  delete(receiptHandle: string): void
  send(body: string): void
}

export interface QueueMessage extends ReceivedMessage {
  readonly group: string | undefined
  /** The system attributes that an event-source mapping passes on. */
  readonly system: Record<string, string>
}

/** Creates the queue, or brings the one in the data directory up to date with the template. */
export const hostQueue = (resource: HostedResource, fauxqs: Fauxqs): Queue => {
  const { ref: url } = resource
  const name = resource.attribute('QueueName')
  const attributes = queueAttributes(resource.properties)
  const existing = fauxqs.queues.getQueueByName(name)
  const queue = existing ?? fauxqs.queues.createQueue(name, url, resource.attribute('Arn'), attributes)
  // Its port is another one after a restart.
  Object.assign(queue, { url })
  if (existing !== undefined) queue.setAttributes(attributes)
  makeFair(queue)
  const dequeue = queue.dequeue.bind(queue)
  queue.dequeue = (...received) => fauxqs.atomically(() => dequeue(...received))
  return openQueue(queue, fauxqs)
}

const queueAttributes = (properties: JsonObject): Record<string, string> => {
  const entries = queueProperties.honoured
    .filter(name => name !== 'QueueName' && properties[name] !== undefined)
    .map(name => {
      const value = properties[name]
      return [name, isObject(value) ? JSON.stringify(value) : String(value)] as const
    })
  return Object.fromEntries(entries)
}

const openQueue = (queue: FauxqsQueue, fauxqs: Fauxqs): Queue => ({
  name: queue.name,
  url: queue.url,
  arn: queue.arn,
  isFifo: queue.isFifo(),
  receive: (maximum, groupsToAvoid) => receive(queue, fauxqs, maximum, groupsToAvoid),
  arrival: seconds => queue.waitForMessages(seconds),
  wake: () => queue.cancelWaiters(),
  delete: receiptHandle => void queue.deleteMessage(receiptHandle),
  send: body => {
    const Store = fauxqs.queues
      .constructor as typeof import('../../../node_modules/fauxqs/dist/sqs/sqsStore.js').SqsStore
    queue.enqueue(Store.createMessage(body))
  },
})

const receive = (
  queue: FauxqsQueue,
  fauxqs: Fauxqs,
  maximum: number,
  avoid?: Set<string>,
): QueueMessage[] => {
  const isAvoided = (message: { messageGroupId?: string }) =>
    avoid?.has(message.messageGroupId ?? '') === true
  queue.processTimers()
  const held = avoid === undefined || avoid.size === 0 ? [] : queue.messages.filter(isAvoided)
  if (held.length > 0) queue.messages = queue.messages.filter(message => !isAvoided(message))
  const received = queue.dequeue(maximum, undefined, arn => fauxqs.queues.getQueueByArn(arn))
  queue.messages.push(...held)
  return received.map(message => withSystemAttributes(queue, message))
}

const withSystemAttributes = (queue: FauxqsQueue, received: ReceivedMessage): QueueMessage => {
  const message = queue.inflightMessages.get(received.ReceiptHandle)?.message
  const { messageGroupId, messageDeduplicationId, sequenceNumber } = message ?? {}
  const system = {
    ApproximateReceiveCount: String(message?.approximateReceiveCount ?? 1),
    SentTimestamp: String(message?.sentTimestamp ?? Date.now()),
    SenderId: 'AIDALOCALSENDER',
    ApproximateFirstReceiveTimestamp: String(message?.approximateFirstReceiveTimestamp ?? Date.now()),
    ...(messageGroupId !== undefined && { MessageGroupId: messageGroupId }),
    ...(messageDeduplicationId !== undefined && { MessageDeduplicationId: messageDeduplicationId }),
    ...(sequenceNumber !== undefined && { SequenceNumber: sequenceNumber }),
  }
  return { ...received, group: messageGroupId, system }
}

/** fauxqs drops the message group of a standard queue, so it travels through it as an attribute of this name. */
const groupAttribute = 'local.MessageGroupId'

/** Rewrites the body of a SendMessage or SendMessageBatch for a standard queue so that its groups are kept. */
export const carryMessageGroups = (body: JsonObject): JsonObject => {
  const carry = (entry: JsonObject): JsonObject => {
    const group = text(entry.MessageGroupId)
    if (group === undefined) return entry
    const attribute = { DataType: 'String', StringValue: group }
    return {
      ...entry,
      MessageAttributes: { ...object(entry.MessageAttributes), [groupAttribute]: attribute },
    }
  }
  if (body.Entries === undefined) return carry(body)
  return { ...body, Entries: list(body.Entries).map(entry => carry(object(entry))) }
}

/**
 * Fair queues: a message of a group with little in flight goes before one of a group with much.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues.html
 */
const makeFair = (queue: FauxqsQueue): void => {
  if (queue.isFifo()) return
  const enqueue = queue.enqueue.bind(queue)
  queue.enqueue = message => {
    const { [groupAttribute]: group, ...others } = message.messageAttributes
    if (group !== undefined) {
      message.messageGroupId = group.StringValue
      message.messageAttributes = others
      message.md5OfMessageAttributes = md5OfMessageAttributes(others)
    }
    enqueue(message)
  }
  const dequeue = queue.dequeue.bind(queue)
  queue.dequeue = (...received) => {
    queue.processTimers()
    queue.messages = inFairOrder(queue)
    return dequeue(...received)
  }
}

const inFairOrder = (queue: FauxqsQueue): FauxqsQueue['messages'] => {
  if (!queue.messages.some(message => message.messageGroupId !== undefined)) return queue.messages
  const busy = new Map<string | undefined, number>()
  const count = (group: string | undefined): number => {
    const before = busy.get(group) ?? 0
    busy.set(group, before + 1)
    return before
  }
  for (const { message } of queue.inflightMessages.values()) count(message.messageGroupId)
  const ranked = queue.messages.map(message => ({ message, rank: count(message.messageGroupId) }))
  return ranked.sort((left, right) => left.rank - right.rank).map(({ message }) => message)
}
