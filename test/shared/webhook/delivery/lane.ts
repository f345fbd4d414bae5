import type { TurnedClock } from './clock.ts'

/** A queue and the function that it feeds, as Lambda does it. */
export interface Lane {
  add(message: string, group?: string): void
}

interface LaneOptions {
  readonly clock: TurnedClock
  /** How many batches may be under way at once. */
  readonly batches: number
  /** Whether the next batch of a group waits for the last: a FIFO queue. */
  readonly isInTurn: boolean
  /** Never throws. */
  readonly work: (message: string) => Promise<void>
}

interface Waiting {
  readonly message: string
  readonly group: string
}

const batchSize = 10

/** First come, first served: fair queues would be kinder, and nothing here may depend on them. */
export const openLane = ({ clock, batches, isInTurn, work }: LaneOptions): Lane => {
  const waiting: Waiting[] = []
  const locked = new Set<string>()
  let underWay = 0

  const take = (): Waiting[] => {
    const batch = waiting.filter(({ group }) => !locked.has(group)).slice(0, batchSize)
    for (const each of batch) waiting.splice(waiting.indexOf(each), 1)
    return batch
  }
  const end = (batch: readonly Waiting[]) => {
    underWay--
    for (const { group } of batch) locked.delete(group)
    startAll()
  }
  const start = (batch: readonly Waiting[]) => {
    underWay++
    if (isInTurn) for (const { group } of batch) locked.add(group)
    let left = batch.length
    for (const { message } of batch)
      clock.after(0, async () => {
        await work(message)
        if (--left === 0) end(batch)
      })
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
