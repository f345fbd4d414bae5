/** Fair queues: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues.html */

interface Grouped {
  readonly messageGroupId?: string
}

/** A message of a group with little in flight goes before one of a group with much; otherwise the order stays. */
export const fairOrder = <Message extends Grouped>(
  waiting: Message[],
  inFlight: readonly Grouped[],
): Message[] => {
  if (!waiting.some(message => message.messageGroupId !== undefined)) return waiting
  const busy = new Map<string | undefined, number>()
  const count = ({ messageGroupId }: Grouped): number => {
    const before = busy.get(messageGroupId) ?? 0
    busy.set(messageGroupId, before + 1)
    return before
  }
  inFlight.forEach(count)
  const ranked = waiting.map(message => ({ message, rank: count(message) }))
  return ranked.sort((left, right) => left.rank - right.rank).map(({ message }) => message)
}
