/**
 * One queue of fauxqs with what it lacks of SQS: standard queues that are fair to message groups, FIFO queues that hand
 * out more than one message of a group at a time, and a move to the dead-letter queue that a kill cannot interrupt. This
 * file and `fauxqs.ts` use what is not public of it, and no other.
 */
import type { md5OfMessageAttributes } from '../../../node_modules/fauxqs/dist/common/md5.js'
import type { PersistenceManager } from '../../../node_modules/fauxqs/dist/persistence.js'
import type { SqsQueue, SqsStore } from '../../../node_modules/fauxqs/dist/sqs/sqsStore.js'
import type { ReceivedMessage } from '../../../node_modules/fauxqs/dist/sqs/sqsTypes.js'
import { type Fairness, openFairness } from './fairness.ts'
import { groupAttribute } from './message-group.ts'

export interface FauxqsQueue {
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

/** What a queue needs of fauxqs beside itself. */
interface Surroundings {
  readonly store: SqsStore
  readonly persistence: PersistenceManager | undefined
  readonly createMessage: typeof SqsStore.createMessage
  readonly md5: typeof md5OfMessageAttributes
}

export const openQueue = (queue: SqsQueue, surroundings: Surroundings): FauxqsQueue => {
  const { persistence, md5 } = surroundings
  if (queue.isFifo()) dequeueGroups(queue)
  else {
    keepGroups(queue, md5)
    dequeueFairly(queue)
  }
  dequeueWhole(queue, persistence)
  return operate(queue, surroundings)
}

const keepGroups = (queue: SqsQueue, md5: Surroundings['md5']): void => {
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

const dequeueFairly = (queue: SqsQueue): void => {
  const fairness = openFairness()
  const dequeue = queue.dequeue.bind(queue)
  const deleteMessage = queue.deleteMessage.bind(queue)
  queue.dequeue = (...given) => {
    queue.processTimers()
    endReturned(queue, fairness)
    queue.messages = fairness.order(queue.messages, Date.now())
    const received = dequeue(...given)
    for (const { ReceiptHandle: handle } of received)
      fairness.received(handle, queue.inflightMessages.get(handle)?.message.messageGroupId, Date.now())
    return received
  }
  queue.deleteMessage = handle => {
    fairness.done(handle, Date.now())
    return deleteMessage(handle)
  }
}

/** Messages that came back are not in flight any more. */
const endReturned = (queue: SqsQueue, fairness: Fairness): void => {
  for (const handle of [...fairness.inFlight()])
    if (!queue.inflightMessages.has(handle)) fairness.done(handle, Date.now())
}

/** As many messages of a group in one receive as there are, as in SQS: fauxqs hands out one and locks the group. */
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
      // What this receive has locked stays open to it until its end.
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

/** As one SQLite transaction: a kill in the middle leaves all of it or nothing. */
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

const operate = (queue: SqsQueue, { store, createMessage }: Surroundings): FauxqsQueue => ({
  receive: (maximum, avoid = new Set()) => {
    const isAvoided = ({ messageGroupId }: { messageGroupId?: string }) => avoid.has(messageGroupId ?? '')
    queue.processTimers()
    const held = queue.messages.filter(isAvoided)
    if (held.length > 0) queue.messages = queue.messages.filter(message => !isAvoided(message))
    const received = queue.dequeue(maximum, undefined, arn => store.getQueueByArn(arn))
    queue.messages.push(...held)
    return received.map(message => withSystemAttributes(queue, message))
  },
  arrival: seconds => queue.waitForMessages(seconds),
  wake: () => queue.cancelWaiters(),
  delete: receiptHandle => void queue.deleteMessage(receiptHandle),
  send: body => queue.enqueue(createMessage(body)),
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
