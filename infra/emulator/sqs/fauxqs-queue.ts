/**
 * Adds to a fauxqs queue what it lacks of SQS: message groups on standard queues, several messages of a FIFO
 * group at a time, and an atomic move to the dead-letter queue.
 */
import type { md5OfMessageAttributes } from '../../../node_modules/fauxqs/dist/common/md5.js'
import type { PersistenceManager } from '../../../node_modules/fauxqs/dist/persistence.js'
import type { SqsQueue, SqsStore } from '../../../node_modules/fauxqs/dist/sqs/sqsStore.js'
import type { ReceivedMessage } from '../../../node_modules/fauxqs/dist/sqs/sqsTypes.js'
import { type JsonObject, list, object, parse, text } from '../json.ts'
import type { GatewayRequest } from '../service-call.ts'

export type FauxqsQueue = ReturnType<typeof operate>

export interface QueueMessage extends ReceivedMessage {
  readonly group: string | undefined
  readonly system: Record<string, string>
}

interface QueueContext {
  readonly store: SqsStore
  readonly persistence: PersistenceManager | undefined
  readonly createMessage: typeof SqsStore.createMessage
  readonly md5: typeof md5OfMessageAttributes
}

export const openQueue = (queue: SqsQueue, surroundings: QueueContext): FauxqsQueue => {
  const { persistence, md5 } = surroundings
  if (queue.isFifo()) dequeueGroups(queue)
  else keepGroups(queue, md5)
  dequeueWhole(queue, persistence)
  return operate(queue, surroundings)
}

const keepGroups = (queue: SqsQueue, md5: QueueContext['md5']): void => {
  const enqueue = queue.enqueue.bind(queue)
  queue.enqueue = message => {
    const { [groupAttribute]: group, ...others } = message.messageAttributes
    if (group?.StringValue !== undefined) {
      message.messageGroupId = group.StringValue
      message.messageAttributes = others
      message.md5OfMessageAttributes = md5(others)
    }
    enqueue(message)
  }
}

/** Receives as many messages of a group as there are, as SQS does: fauxqs returns one and locks the group. */
const dequeueGroups = (queue: SqsQueue): void => {
  const dequeue = queue.dequeue.bind(queue)
  queue.dequeue = (maximum, ...given) => {
    const received: ReceivedMessage[] = []
    const before = new Set(queue.fifoLockedGroups.keys())
    const locks: Record<string, number> = {}
    for (let isMore = true; isMore && received.length < maximum; ) {
      const more = dequeue(maximum - received.length, ...given)
      isMore = more.length > 0
      received.push(...more)
      // Groups locked by this receive stay open to it until its end.
      for (const [group, count] of queue.fifoLockedGroups) {
        if (before.has(group)) continue
        locks[group] = (locks[group] ?? 0) + count
        queue.fifoLockedGroups.delete(group)
      }
    }
    for (const [group, count] of Object.entries(locks)) queue.fifoLockedGroups.set(group, count)
    return received
  }
}

/** One SQLite transaction: a kill in the middle leaves all of it or nothing. */
const dequeueWhole = (queue: SqsQueue, persistence: PersistenceManager | undefined): void => {
  if (persistence === undefined) return
  const dequeue = queue.dequeue.bind(queue)
  queue.dequeue = (...given) => {
    let received: ReceivedMessage[] = []
    // biome-ignore lint/complexity/useLiteralKeys: the brackets are how TypeScript lets a private member be read
    persistence['transaction'](() => {
      received = dequeue(...given)
    })
    return received
  }
}

const operate = (queue: SqsQueue, { store, createMessage }: QueueContext) => ({
  /** Messages of `groupsToAvoid` stay in the queue. */
  receive: (maximum: number, groupsToAvoid = new Set<string>()) => {
    const isAvoided = ({ messageGroupId }: { messageGroupId?: string }) =>
      groupsToAvoid.has(messageGroupId ?? '')
    queue.processTimers()
    const held = queue.messages.filter(isAvoided)
    if (held.length > 0) queue.messages = queue.messages.filter(message => !isAvoided(message))
    const received = queue.dequeue(maximum, undefined, arn => store.getQueueByArn(arn))
    queue.messages.push(...held)
    return received.map(message => withSystemAttributes(queue, message))
  },
  arrival: (seconds: number) => queue.waitForMessages(seconds),
  wake: () => queue.cancelWaiters(),
  delete: (receiptHandle: string) => void queue.deleteMessage(receiptHandle),
  send: (body: string) => queue.enqueue(createMessage(body)),
})

const withSystemAttributes = (queue: SqsQueue, received: ReceivedMessage): QueueMessage => {
  const message = queue.inflightMessages.get(received.ReceiptHandle)?.message
  const group = message?.messageGroupId
  const system = {
    ApproximateReceiveCount: String(message?.approximateReceiveCount ?? 1),
    SentTimestamp: String(message?.sentTimestamp ?? Date.now()),
    SenderId: 'AIDALOCALSENDER',
    ApproximateFirstReceiveTimestamp: String(message?.approximateFirstReceiveTimestamp ?? Date.now()),
    ...(group !== undefined && { MessageGroupId: group }),
    ...(message?.sequenceNumber !== undefined && { SequenceNumber: message.sequenceNumber }),
    ...(message?.messageDeduplicationId !== undefined && {
      MessageDeduplicationId: message.messageDeduplicationId,
    }),
  }
  return { ...received, group, system }
}

const groupAttribute = 'local.MessageGroupId'

export const carryGroup = (request: GatewayRequest): GatewayRequest => {
  const { 'content-length': _length, 'transfer-encoding': _encoding, ...headers } = request.headers
  if (headers['x-amz-target']?.startsWith('AmazonSQS.SendMessage') !== true) return { ...request, headers }
  const body = object(parse(request.body.toString()))
  if (text(body.QueueUrl)?.endsWith('.fifo')) return { ...request, headers }
  return { ...request, headers, body: Buffer.from(JSON.stringify(asAttribute(body))) }
}

const asAttribute = (body: JsonObject): JsonObject => {
  if (body.Entries !== undefined)
    return { ...body, Entries: list(body.Entries).map(entry => asAttribute(object(entry))) }
  const group = text(body.MessageGroupId)
  if (group === undefined) return body
  const attribute = { DataType: 'String', StringValue: group }
  return { ...body, MessageAttributes: { ...object(body.MessageAttributes), [groupAttribute]: attribute } }
}
