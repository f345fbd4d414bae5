/** An event-source mapping that feeds a function from a queue, as Lambda's pollers do. */

import type { HostedResource } from '../cloudformation/hosted-resource.ts'
import { number, object } from '../json.ts'
import type { Queue, QueueMessage } from '../sqs/queue.ts'
import { type MatchesFilter, readFilters } from './event-filter.ts'
import { type Mapping, readBatchItemFailures, reportsBatchItemFailures } from './event-source-mapping.ts'
import type { LambdaFunction } from './function.ts'
import { filteredView, queueRecord } from './queue-record.ts'

const pollSeconds = 5

interface Poller {
  readonly mapping: HostedResource
  readonly queue: Queue
  readonly target: LambdaFunction
  readonly matches: MatchesFilter
  readonly concurrency: number
  readonly batchSize: number
  readonly windowSeconds: number
  readonly underWay: Set<Batch>
  isStopped: boolean
  complain(error: unknown): void
}

interface Batch {
  readonly groups: (string | undefined)[]
  readonly done: Promise<void>
}

/** Polls until stopped. A message whose batch failed comes back after the queue's visibility timeout. */
export const hostQueueMapping = (
  mapping: HostedResource,
  queue: Queue,
  target: LambdaFunction,
  writeLog: (line: string) => void,
): Mapping => {
  const { properties } = mapping
  const maximum = number(object(properties.ScalingConfig).MaximumConcurrency) ?? target.concurrency
  const poller: Poller = {
    mapping,
    queue,
    target,
    matches: readFilters(properties.FilterCriteria),
    concurrency: Math.min(maximum, target.concurrency),
    batchSize: number(properties.BatchSize) ?? 10,
    windowSeconds: number(properties.MaximumBatchingWindowInSeconds) ?? 0,
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

const poll = async (poller: Poller): Promise<void> => {
  while (!poller.isStopped) {
    await step(poller).catch(async error => {
      poller.complain(error)
      await poller.queue.arrival(1)
    })
  }
}

const step = async (poller: Poller): Promise<void> => {
  const { underWay, concurrency, queue } = poller
  if (underWay.size >= concurrency) return Promise.race([...underWay].map(batch => batch.done))
  const messages = await gather(poller)
  if (messages.length > 0) start(poller, messages)
  else await queue.arrival(pollSeconds)
}

/** A batch: at once what is there, or within the batching window what arrives. */
const gather = async (poller: Poller): Promise<QueueMessage[]> => {
  const { batchSize, queue, windowSeconds } = poller
  const messages = take(poller, batchSize)
  const endsAt = Date.now() + windowSeconds * 1000
  while (messages.length > 0 && messages.length < batchSize && !poller.isStopped) {
    const more = take(poller, batchSize - messages.length)
    messages.push(...more)
    const leftSeconds = (endsAt - Date.now()) / 1000
    if (more.length === 0 && leftSeconds <= 0) break
    if (more.length === 0) await queue.arrival(leftSeconds)
  }
  return messages
}

/** What the filter does not want is deleted, as Lambda does. */
const take = (poller: Poller, maximum: number): QueueMessage[] => {
  const { queue, matches } = poller
  const received = queue.receive(Math.min(maximum, 10), groupsToAvoid(poller))
  const wanted = received.filter(message => matches(filteredView(message)))
  for (const message of received) if (!wanted.includes(message)) queue.delete(message.ReceiptHandle)
  return wanted
}

/**
 * In the account more containers would start; here the last free one is kept for a group that has fewer messages
 * under way than others, so that one slow receiver cannot hold up the others, not even those it shared a batch with.
 */
const groupsToAvoid = ({ queue, concurrency, underWay }: Poller): Set<string> | undefined => {
  if (queue.isFifo || concurrency < 2 || underWay.size < concurrency - 1) return undefined
  const grouped = [...underWay].flatMap(batch => batch.groups).filter(group => group !== undefined)
  const byGroup = Map.groupBy(grouped, group => group)
  const busy = [...byGroup].filter(([, messages]) => messages.length >= grouped.length / byGroup.size)
  return new Set(busy.map(([group]) => group))
}

const start = (poller: Poller, messages: QueueMessage[]): void => {
  const { underWay, queue, complain } = poller
  const done = process(poller, messages)
    .catch(complain)
    .finally(() => {
      underWay.delete(batch)
      queue.wake()
    })
  const batch: Batch = { groups: messages.map(message => message.group), done }
  underWay.add(batch)
}

const process = async ({ mapping, queue, target }: Poller, messages: QueueMessage[]): Promise<void> => {
  const records = messages.map(message => queueRecord(message, queue, mapping.stack.region))
  const result = await target.invoke(JSON.stringify({ Records: records }))
  if (!result.ok) return
  const failed = reportsBatchItemFailures(mapping) ? readBatchItemFailures(result.payload) : []
  // A malformed report fails the whole batch.
  if (failed === undefined || failed.some(id => !messages.some(message => message.MessageId === id))) return
  for (const message of messages) if (!failed.includes(message.MessageId)) queue.delete(message.ReceiptHandle)
}
