import { createHash } from 'node:crypto'
import type { HostedResource } from '../cloudformation/identity.ts'
import { boolean, type JsonObject, number, object, parse, text } from '../json.ts'
import type { MessageStore, NewMessage, StoredMessage } from './messages.ts'

export interface QueueSettings {
  readonly arn: string
  readonly isFifo: boolean
  readonly visibilitySeconds: number
  readonly redrive?: { readonly deadLetterArn: string; readonly maxReceives: number } | undefined
}

/** As `ReceiveMessage` returns it, with all that it can be asked for. */
export interface QueueMessage {
  readonly MessageId: string
  readonly ReceiptHandle: string
  readonly Body: string
  readonly MD5OfBody: string
  readonly MessageAttributes: JsonObject
  readonly MD5OfMessageAttributes: string
  readonly Attributes: Readonly<Record<string, string>>
}

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SetQueueAttributes.html: VisibilityTimeout */
const usualVisibilitySeconds = 30

export const readQueueSettings = ({ attribute, properties }: HostedResource): QueueSettings => {
  const { deadLetterTargetArn, maxReceiveCount } = object(properties.RedrivePolicy)
  const deadLetterArn = text(deadLetterTargetArn)
  return {
    arn: attribute('Arn'),
    isFifo: boolean(properties.FifoQueue),
    visibilitySeconds: number(properties.VisibilityTimeout) ?? usualVisibilitySeconds,
    redrive:
      deadLetterArn === undefined ? undefined : { deadLetterArn, maxReceives: number(maxReceiveCount) ?? 10 },
  }
}

export type Queue = ReturnType<typeof createQueue>

/** The longest delay of a timer. */
const maxTimerMs = 2 ** 31 - 1

/** @param wakeQueue says that another queue has received messages from this one */
export const createQueue = (
  settings: QueueSettings,
  messages: MessageStore,
  wakeQueue: (arn: string) => void = () => {},
) => {
  const { arn, isFifo, visibilitySeconds, redrive } = settings
  const waiting = new Set<() => void>()
  let isStopped = false
  let receivedAtMs = 0
  const wake = (): void => {
    for (const goOn of [...waiting]) goOn()
  }

  /** Messages of `groupsToAvoid` stay in the queue. */
  const receive = (
    maximum: number,
    groupsToAvoid: ReadonlySet<string> = new Set(),
    heldSeconds = visibilitySeconds,
  ): readonly QueueMessage[] => {
    const nowMs = Date.now()
    receivedAtMs = nowMs
    return messages.atomically(() => {
      if (redrive && messages.moveSpent(arn, redrive.deadLetterArn, redrive.maxReceives, nowMs) > 0)
        wakeQueue(redrive.deadLetterArn)
      const visibleAt = nowMs + heldSeconds * 1000
      const options = { isFifo, maximum, groupsToAvoid: [...groupsToAvoid], visibleAt }
      return messages.receive(arn, options, nowMs).map(toQueueMessage)
    })
  }

  /** Resolves when there may be messages again, when it is woken, or after so many seconds. */
  const arrival = (seconds: number): Promise<void> =>
    new Promise(resolve => {
      if (isStopped) return resolve()
      const untilMs = Math.min(
        Date.now() + seconds * 1000,
        // What became visible since the last look is not missed.
        messages.nextVisibleAt(arn, receivedAtMs),
      )
      const goOn = () => {
        clearTimeout(timer)
        waiting.delete(goOn)
        resolve()
      }
      const timer = setTimeout(goOn, Math.min(Math.max(0, untilMs - Date.now()), maxTimerMs))
      waiting.add(goOn)
    })

  return {
    settings,
    arn,
    name: arn.split(':').at(-1)!,
    receive,
    arrival,
    wake,
    /** Waits for messages as long polling does. */
    poll: async (maximum: number, waitSeconds: number, heldSeconds?: number) => {
      const untilMs = Date.now() + waitSeconds * 1000
      for (;;) {
        const received = isStopped ? [] : receive(maximum, undefined, heldSeconds)
        const leftMs = untilMs - Date.now()
        if (received.length > 0 || leftMs <= 0 || isStopped) return received
        await arrival(leftMs / 1000)
      }
    },
    /** Returns the first message's id and number where a FIFO queue knows the second by its deduplication id. */
    send: (message: NewMessage) => {
      const stored = messages.atomically(() => messages.add(arn, message, Date.now()))
      wake()
      return stored
    },
    delete: (receiptHandle: string): void => {
      messages.delete(arn, receiptHandle)
      // The next of its group may come now.
      if (isFifo) wake()
    },
    changeVisibility: (receiptHandle: string, seconds: number): boolean => {
      const nowMs = Date.now()
      const isHeld = messages.setVisible(arn, receiptHandle, nowMs + seconds * 1000, nowMs)
      wake()
      return isHeld
    },
    count: () => messages.count(arn, Date.now()),
    stop: (): void => {
      isStopped = true
      wake()
    },
  }
}

export const plainMessage = (body: string): NewMessage => ({
  body,
  attributes: '{}',
  group: undefined,
  deduplicationId: undefined,
  delaySeconds: 0,
})

const toQueueMessage = (stored: StoredMessage): QueueMessage => {
  const { number: count, groupId, deduplicationId } = stored
  const attributes = object(parse(stored.attributes))
  return {
    MessageId: stored.id,
    ReceiptHandle: stored.receiptHandle,
    Body: stored.body,
    MD5OfBody: md5(stored.body),
    MessageAttributes: attributes,
    MD5OfMessageAttributes: md5OfAttributes(attributes),
    Attributes: {
      ApproximateReceiveCount: `${stored.receives}`,
      SentTimestamp: `${stored.sentAt}`,
      SenderId: 'AIDALOCALSENDER',
      ApproximateFirstReceiveTimestamp: `${stored.firstReceivedAt}`,
      ...(groupId !== null && { MessageGroupId: groupId }),
      ...(deduplicationId !== null && {
        MessageDeduplicationId: deduplicationId,
        SequenceNumber: sequenceNumberOf(count),
      }),
    },
  }
}

export const sequenceNumberOf = (count: number): string => `${count}`.padStart(20, '0')

export const md5 = (bytes: string | Uint8Array): string => createHash('md5').update(bytes).digest('hex')

const withLength = (bytes: Buffer): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-message-metadata.html#sqs-attributes-md5-message-digest-calculation */
export const md5OfAttributes = (attributes: JsonObject): string => {
  const parts = Object.keys(attributes)
    .sort()
    .flatMap(name => {
      const { DataType, StringValue, BinaryValue } = object(attributes[name])
      const [type, binary] = [text(DataType) ?? '', text(BinaryValue)]
      const value =
        binary === undefined ? Buffer.from(text(StringValue) ?? '') : Buffer.from(binary, 'base64')
      const kind = Buffer.from([binary === undefined ? 1 : 2])
      return [withLength(Buffer.from(name)), withLength(Buffer.from(type)), kind, withLength(value)]
    })
  return md5(Buffer.concat(parts))
}
