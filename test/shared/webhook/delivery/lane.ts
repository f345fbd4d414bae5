import type { TurnedClock } from './clock.ts'

/** A queue and the function that it feeds, as Lambda does it. */
export interface Lane {
  add(message: string, group?: string): void
}

interface LaneOptions {
  readonly clock: TurnedClock
  readonly batches: number
  /** Whether the next batch of a group waits for the last: a FIFO queue. */
  readonly isInTurn: boolean
  /** Answers whether the message is done with; if not, it comes back. Never throws. */
  readonly work: (message: string) => Promise<boolean>
}

interface Waiting {
  readonly message: string
  readonly group: string
}

const batchSize = 10
/** How long a message that was not done with stays out of sight, and its group with it, in seconds. */
const visibilitySeconds = 180

/** First come, first served: fair queues would be kinder, and nothing here may depend on them. */
export const openLane = ({ clock, batches, isInTurn, work }: LaneOptions): Lane => {
  const waiting: Waiting[] = []
  const out = new Map<string, number>()
  let underWay = 0

  const isFree = ({ group }: Waiting): boolean => !isInTurn || !out.get(group)
  const count = (group: string, by: 1 | -1) => out.set(group, (out.get(group) ?? 0) + by)

  const take = (): Waiting[] => {
    const batch = waiting.filter(isFree).slice(0, batchSize)
    for (const each of batch) waiting.splice(waiting.indexOf(each), 1)
    return batch
  }
  const comeBack = (each: Waiting) =>
    clock.after(visibilitySeconds, async () => {
      count(each.group, -1)
      waiting.unshift(each)
      startAll()
    })
  const start = (batch: readonly Waiting[]) => {
    underWay++
    const done: Waiting[] = []
    let left = batch.length
    for (const each of batch) {
      count(each.group, 1)
      clock.after(0, async () => {
        if (await work(each.message)) done.push(each)
        else comeBack(each)
        if (--left > 0) return
        underWay--
        for (const { group } of done) count(group, -1)
        startAll()
      })
    }
  }
  const startAll = () => {
    while (underWay < batches) {
      const batch = take()
      if (batch.length === 0) return
      start(batch)
    }
  }
  return {
    add: (message, group = '') => {
      waiting.push({ message, group })
      startAll()
    },
  }
}
