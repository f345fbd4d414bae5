/** An event-source mapping that feeds a function from a queue, as Lambda's pollers do. */

import { readFilters } from './event-filter.ts'
import { type Mapping, readBatchItemFailures, reportsBatchItemFailures } from './event-source-mapping.ts'
import type { LambdaFunction } from './function.ts'
import type { HostedResource } from './hosted-resource.ts'
import { type Json, type JsonObject, number, object, parse } from './json.ts'
import type { Queue, QueueMessage } from './queue.ts'

const pollSeconds = 5

/** Polls until stopped. A message whose batch failed comes back after the queue's visibility timeout. */
export function hostQueueMapping(
  mapping: HostedResource,
  queue: Queue,
  target: LambdaFunction,
  writeLog: (line: string) => void,
): Mapping {
  const { properties } = mapping
  const maximum = number(object(properties.ScalingConfig).MaximumConcurrency) ?? target.concurrency
  const concurrency = Math.min(maximum, target.concurrency)
  const batchSize = number(properties.BatchSize) ?? 10
  const windowSeconds = number(properties.MaximumBatchingWindowInSeconds) ?? 0
  const matches = readFilters(properties.FilterCriteria)
  const underWay = new Set<Batch>()
  let isStopped = false
  const complain = (error: unknown): void => writeLog(`${mapping.path}: ${String(error)}`)

  const process = async (messages: QueueMessage[]): Promise<void> => {
    const records = messages.map(message => queueRecord(message, queue, mapping))
    const result = await target.invoke(JSON.stringify({ Records: records }))
    if (!result.ok) return
    const failed = reportsBatchItemFailures(mapping) ? readBatchItemFailures(result.payload) : []
    if (failed === undefined || failed.some(id => !messages.some(message => message.MessageId === id))) return
    for (const message of messages)
      if (!failed.includes(message.MessageId)) queue.delete(message.ReceiptHandle)
  }
  const start = (messages: QueueMessage[]): void => {
    const batch: Batch = { groups: new Set(messages.map(message => message.group)), done: Promise.resolve() }
    batch.done = process(messages)
      .catch(complain)
      .finally(() => {
        underWay.delete(batch)
        queue.wake()
      })
    underWay.add(batch)
  }
  const take = (maximumMessages: number): QueueMessage[] => {
    const received = queue.receive(Math.min(maximumMessages, 10), groupsToAvoid(underWay, concurrency, queue))
    const wanted = received.filter(message => matches(filterView(message)))
    for (const message of received) if (!wanted.includes(message)) queue.delete(message.ReceiptHandle)
    return wanted
  }
  const gather = async (): Promise<QueueMessage[]> => {
    const messages = take(batchSize)
    const endsAt = Date.now() + windowSeconds * 1000
    while (messages.length > 0 && messages.length < batchSize && !isStopped) {
      const more = take(batchSize - messages.length)
      messages.push(...more)
      const leftSeconds = (endsAt - Date.now()) / 1000
      if (more.length === 0 && leftSeconds <= 0) break
      if (more.length === 0) await queue.arrival(leftSeconds)
    }
    return messages
  }
  const poll = async (): Promise<void> => {
    while (!isStopped) {
      const messages = underWay.size < concurrency ? await gather() : []
      if (messages.length > 0) start(messages)
      else if (underWay.size < concurrency) await queue.arrival(pollSeconds)
      else await Promise.race([...underWay].map(batch => batch.done))
    }
  }
  const pollForEver = async (): Promise<void> => {
    while (!isStopped) {
      await poll().catch(async error => {
        complain(error)
        await queue.arrival(1)
      })
    }
  }
  const polling = pollForEver()
  return {
    stop: async () => {
      isStopped = true
      queue.wake()
      await polling
      await Promise.all([...underWay].map(batch => batch.done))
    },
  }
}

interface Batch {
  groups: Set<string | undefined>
  done: Promise<void>
}

/**
 * In the account more containers would start; here the last free one is kept for a group that has none
 * under way, so that one slow receiver cannot hold up the others.
 */
function groupsToAvoid(underWay: Set<Batch>, concurrency: number, queue: Queue): Set<string> | undefined {
  if (queue.isFifo || concurrency < 2 || underWay.size < concurrency - 1) return undefined
  return new Set([...underWay].flatMap(batch => [...batch.groups]).filter(group => group !== undefined))
}

/** https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html#example-standard-queue-message-event */
function queueRecord(message: QueueMessage, queue: Queue, { stack }: HostedResource): JsonObject {
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
    awsRegion: stack.region,
  }
}

const messageAttribute = (value: NonNullable<QueueMessage['MessageAttributes']>[string]): JsonObject => ({
  dataType: value.DataType,
  stringListValues: [],
  binaryListValues: [],
  ...(value.StringValue !== undefined && { stringValue: value.StringValue }),
  ...(value.BinaryValue !== undefined && { binaryValue: value.BinaryValue }),
})

/** Filters look into a body that is JSON. */
function filterView(message: QueueMessage): JsonObject {
  let body: Json = message.Body
  try {
    body = parse(message.Body)
  } catch {}
  return { messageId: message.MessageId, body, attributes: message.system }
}
