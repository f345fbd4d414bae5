/**
 * Fair queues, by the thresholds that SQS publishes:
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues-detailed.html
 */

/** A group with a larger share than this is noisy, be it of the messages in flight or of the processing time. */
const noisyShare = 0.1
/** With fewer messages of its own in flight, no share of them makes a group noisy. */
const leastInFlight = 30
/** A group that has sent nothing for so long is quiet again. */
const silentMs = 300_000
/** SQS says "recent" and no more. */
const recentMs = 300_000
/** Processing time is summed up in slices. */
const sliceMs = 10_000

interface Grouped {
  readonly messageGroupId?: string
  readonly sentTimestamp: number
}

interface Share {
  readonly inFlight: number
  readonly allInFlight: number
  readonly processingMs: number
  readonly allProcessingMs: number
}

/** Whether a group takes so much of what the consumers can do that the others go before it. */
export const isNoisy = ({ inFlight, allInFlight, processingMs, allProcessingMs }: Share): boolean =>
  (inFlight >= leastInFlight && inFlight > noisyShare * allInFlight) ||
  processingMs > noisyShare * allProcessingMs

type Counts = Map<string, number>

const count = (counts: Counts, group: string, by: number): number => {
  const sum = (counts.get(group) ?? 0) + by
  counts.set(group, sum)
  return sum
}

const total = (counts: Counts): number => counts.values().reduce((sum, each) => sum + each, 0)

/** Messages of quiet groups in their order, then those of noisy ones, of the group with least in flight first. */
export const fairOrder = <Message extends Grouped>(
  waiting: Message[],
  inFlight: ReadonlyMap<string, number>,
  noisy: ReadonlySet<string>,
): Message[] => {
  if (noisy.size === 0) return waiting
  const counts: Counts = new Map(inFlight)
  const rankOf = ({ messageGroupId: group }: Message): number =>
    group !== undefined && noisy.has(group) ? count(counts, group, 1) : 0
  const ranked = waiting.map(message => ({ message, rank: rankOf(message) }))
  return ranked.sort((left, right) => left.rank - right.rank).map(({ message }) => message)
}

/**
 * What one queue remembers of its groups. A message without a group is a group of its own, and so never a noisy one: all
 * of them count in the sums alone.
 */
export interface Fairness {
  /** What is waiting in the order in which it is to be received. */
  order<Message extends Grouped>(waiting: Message[], nowMs: number): Message[]
  received(handle: string, group: string | undefined, nowMs: number): void
  /** A message has been deleted, or comes back. */
  done(handle: string, nowMs: number): void
  /** All that were received and are not done with. */
  inFlight(): Iterable<string>
}

export const openFairness = (): Fairness => {
  const flying = new Map<string, { readonly group: string; readonly sinceMs: number }>()
  const slices = new Map<number, Counts>()
  const noisy = new Set<string>()

  const sliceAt = (nowMs: number): Counts => {
    const slice = Math.floor(nowMs / sliceMs)
    for (const old of slices.keys()) if (old <= slice - recentMs / sliceMs) slices.delete(old)
    return slices.get(slice) ?? slices.set(slice, new Map()).get(slice)!
  }
  const processing = (nowMs: number): Counts => {
    sliceAt(nowMs)
    const sums: Counts = new Map()
    for (const slice of slices.values()) for (const [group, ms] of slice) count(sums, group, ms)
    for (const { group, sinceMs } of flying.values()) count(sums, group, Math.min(recentMs, nowMs - sinceMs))
    return sums
  }
  /** Marks what has become noisy; a noisy group is quiet again when nothing of it waits, or it has long been silent. */
  const judge = (waiting: readonly Grouped[], inFlight: Counts, nowMs: number): void => {
    const lastSent = new Map<string, number>()
    for (const { messageGroupId: group, sentTimestamp } of waiting)
      if (group !== undefined) lastSent.set(group, Math.max(sentTimestamp, lastSent.get(group) ?? 0))
    for (const group of noisy) if (!lastSent.has(group)) noisy.delete(group)
    if (lastSent.size === 0) return
    const times = processing(nowMs)
    const [allInFlight, allProcessingMs] = [flying.size, total(times)]
    for (const [group, sentMs] of lastSent) {
      const own = { inFlight: inFlight.get(group) ?? 0, processingMs: times.get(group) ?? 0 }
      if (nowMs - sentMs >= silentMs) noisy.delete(group)
      else if (isNoisy({ ...own, allInFlight, allProcessingMs })) noisy.add(group)
    }
  }
  return {
    order: (waiting, nowMs) => {
      const inFlight: Counts = new Map()
      for (const { group } of flying.values()) count(inFlight, group, 1)
      judge(waiting, inFlight, nowMs)
      return fairOrder(waiting, inFlight, noisy)
    },
    received: (handle, group = '', nowMs) => {
      flying.set(handle, { group, sinceMs: nowMs })
    },
    done: (handle, nowMs) => {
      const message = flying.get(handle)
      if (message && flying.delete(handle)) count(sliceAt(nowMs), message.group, nowMs - message.sinceMs)
    },
    inFlight: () => flying.keys(),
  }
}
