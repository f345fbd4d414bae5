/** One step of a process: it happens at once, and nothing else happens meanwhile. It answers the next one. */
export type Step = () => Step | undefined

/** A last step. */
export const once =
  (action: () => void): Step =>
  () => {
    action()
    return undefined
  }

/** What is done about a process. One without `died` does not die: it is no program of ours. */
interface Ends {
  /** It died before a step, or after one that was applied and whose answer nobody heard. */
  readonly died?: () => void
  readonly ended?: () => void
}

interface Task extends Ends {
  readonly atMs: number
  readonly step: Step
}

/** A schedule that broke a promise. */
export class Broken extends Error {
  override readonly name = 'Broken'
}

export interface Scheduler {
  readonly nowMs: () => number
  /** Begins a process after so many milliseconds. */
  readonly begin: (afterMs: number, step: Step, ends?: Ends) => void
  /** Lives until nobody waits any more. @throws Broken if that never comes */
  readonly run: () => void
  readonly deaths: () => number
}

interface Fate {
  readonly random: () => number
  readonly startMs: number
  /** In how many of all steps a process dies before it, and after it. */
  readonly deathShare: number
}

/** More steps than any schedule needs. */
const stepLimit = 30_000

/** Mostly milliseconds pass from step to step; sometimes a process hangs for seconds. */
const pauseMs = (random: () => number): number => (random() < 0.03 ? random() * 15_000 : random() * 40)

/** Where a task belongs in a list with the latest first. */
const insertionIndexOf = (queue: readonly Task[], atMs: number): number => {
  let [low, high] = [0, queue.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (queue[middle]!.atMs > atMs) low = middle + 1
    else high = middle
  }
  return low
}

/** Runs processes step by step in the order of a clock that jumps; which of them go first is the seed's. */
export const openScheduler = ({ random, startMs, deathShare }: Fate): Scheduler => {
  let nowMs = startMs
  let deaths = 0
  const queue: Task[] = []
  const put = (task: Task) => queue.splice(insertionIndexOf(queue, task.atMs), 0, task)
  const dies = ({ died }: Task): boolean => {
    if (!died || random() >= deathShare) return false
    deaths++
    died()
    return true
  }
  const live = (task: Task) => {
    if (dies(task)) return
    const step = task.step()
    if (dies(task)) return
    if (step) put({ ...task, atMs: nowMs + pauseMs(random), step })
    else task.ended?.()
  }
  return {
    nowMs: () => nowMs,
    begin: (afterMs, step, ends = {}) => put({ atMs: nowMs + afterMs, step, ...ends }),
    run: () => {
      for (let steps = 0; queue.length > 0; steps++) {
        if (steps > stepLimit) throw new Broken('it does not come to rest')
        const task = queue.pop()!
        nowMs = Math.max(nowMs, task.atMs)
        live(task)
      }
    },
    deaths: () => deaths,
  }
}
