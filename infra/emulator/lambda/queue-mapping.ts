import type { HostedResource } from '../cloudformation/identity.ts'
import { type JsonObject, number, object } from '../json.ts'
import type { Queue, QueueMessage } from '../sqs/queue.ts'
import { type Mapping, readBatchItemFailures } from './event-source-mapping.ts'
import type { LambdaFunction } from './function.ts'

const pollSeconds = 5

interface QueuePoller {
  readonly mapping: HostedResource
  readonly queue: Queue
  readonly target: LambdaFunction
  readonly concurrency: number
  readonly batchSize: number
  readonly underWay: Set<MessageBatch>
  isStopped: boolean
  complain(error: unknown): void
}

interface MessageBatch {
  readonly groups: (string | undefined)[]
  readonly done: Promise<void>
}

/** A message whose batch failed returns after the queue's visibility timeout. */
export const hostQueueMapping = (
  mapping: HostedResource,
  queue: Queue,
  target: LambdaFunction,
  writeLog: (line: string) => void,
): Mapping => {
  const { properties } = mapping
  const maximum = number(object(properties.ScalingConfig).MaximumConcurrency) ?? target.concurrency
  const poller: QueuePoller = {
    mapping,
    queue,
    target,
    concurrency: Math.min(maximum, target.concurrency),
    batchSize: number(properties.BatchSize) ?? 10,
    underWay: new Set(),
    isStopped: false,
    complain: error => writeLog(`${mapping.path}: ${String(error)}`),
  }
  const polling = poll(poller)
  return {
    stop: async () => {
      poller.isStopped = true
      queue.wake()
      await polling
      await Promise.all([...poller.underWay].map(batch => batch.done))
    },
  }
}

const poll = async (poller: QueuePoller): Promise<void> => {
  while (!poller.isStopped) {
    await step(poller).catch(async error => {
      poller.complain(error)
      await poller.queue.arrival(1)
    })
  }
}

const step = async (poller: QueuePoller): Promise<void> => {
  const { underWay, concurrency, queue, batchSize } = poller
  if (underWay.size >= concurrency) return Promise.race([...underWay].map(batch => batch.done))
  const messages = queue.receive(Math.min(batchSize, 10), groupsToAvoid(poller))
  if (messages.length > 0) start(poller, messages)
  else await queue.arrival(pollSeconds)
}

/**
 * Reserves the last free container for a group with fewer messages in progress, so that one slow receiver cannot
 * hold up the others. In the account, more containers would start.
 */
const groupsToAvoid = ({ concurrency, underWay }: QueuePoller): Set<string> | undefined => {
  if (concurrency < 2 || underWay.size < concurrency - 1) return undefined
  const grouped = [...underWay].flatMap(batch => batch.groups).filter(group => group !== undefined)
  const byGroup = Map.groupBy(grouped, group => group)
  const busy = [...byGroup].filter(([, messages]) => messages.length >= grouped.length / byGroup.size)
  return new Set(busy.map(([group]) => group))
}

const start = (poller: QueuePoller, messages: readonly QueueMessage[]): void => {
  const { underWay, queue, complain } = poller
  const done = process(poller, messages)
    .catch(complain)
    .finally(() => {
      underWay.delete(batch)
      queue.wake()
    })
  const batch: MessageBatch = { groups: messages.map(message => message.Attributes.MessageGroupId), done }
  underWay.add(batch)
}

const process = async (
  { mapping, queue, target }: QueuePoller,
  messages: readonly QueueMessage[],
): Promise<void> => {
  const records = messages.map(message => queueRecord(message, queue, mapping.stack.region))
  const result = await target.invoke(JSON.stringify({ Records: records }))
  if (!result.ok) return
  const failed = readBatchItemFailures(result.payload)
  // A malformed report fails the whole batch.
  if (failed === undefined || failed.some(id => !messages.some(message => message.MessageId === id))) return
  for (const message of messages) if (!failed.includes(message.MessageId)) queue.delete(message.ReceiptHandle)
}

const queueRecord = (message: QueueMessage, queue: Queue, region: string): JsonObject => {
  const attributes = Object.entries(message.MessageAttributes).map(([name, given]): [string, JsonObject] => {
    const value = object(given)
    return [
      name,
      {
        dataType: value.DataType,
        stringListValues: [],
        binaryListValues: [],
        ...(value.StringValue !== undefined && { stringValue: value.StringValue }),
        ...(value.BinaryValue !== undefined && { binaryValue: value.BinaryValue }),
      },
    ]
  })
  return {
    messageId: message.MessageId,
    receiptHandle: message.ReceiptHandle,
    body: message.Body,
    attributes: message.Attributes,
    messageAttributes: Object.fromEntries(attributes),
    md5OfBody: message.MD5OfBody,
    ...(attributes.length > 0 && { md5OfMessageAttributes: message.MD5OfMessageAttributes }),
    eventSource: 'aws:sqs',
    eventSourceARN: queue.arn,
    awsRegion: region,
  }
}
