export const startMs = Date.parse('2026-11-20T00:00:00.000Z')

/** The time so many seconds after the start. */
export const at = (seconds: number): string => new Date(startMs + seconds * 1000).toISOString()

/** A clock that stands still while anyone works, and then jumps to the next time that someone waits for. */
export interface TurnedClock {
  readonly now: () => number
  /** Works at a time, in seconds from now. */
  readonly after: (seconds: number, work: () => Promise<void>) => void
  /** Waits as the one who works does. */
  readonly sleep: (seconds: number) => Promise<void>
  /** Turns the clock until nobody waits any more. @throws what any work threw */
  readonly run: () => Promise<void>
}

interface Timer {
  readonly atMs: number
  readonly wake: () => void
}

export const turnedClock = (): TurnedClock => {
  let nowMs = startMs
  let busy = 0
  let failure: unknown
  let settle = () => {}
  const timers: Timer[] = []

  const leave = () => {
    busy--
    if (busy === 0) settle()
  }
  const wait = (seconds: number, wake: () => void) => {
    timers.push({ atMs: Math.ceil(nowMs + seconds * 1000), wake })
  }
  const work = (task: () => Promise<void>) => {
    busy++
    task()
      .catch(error => {
        failure ??= error
      })
      .finally(leave)
  }
  const turn = () => {
    nowMs = Math.max(nowMs, Math.min(...timers.map(({ atMs }) => atMs)))
    const due = timers.filter(({ atMs }) => atMs <= nowMs)
    timers.splice(0, timers.length, ...timers.filter(({ atMs }) => atMs > nowMs))
    for (const { wake } of due) wake()
  }
  return {
    now: () => nowMs,
    after: (seconds, task) => wait(seconds, () => work(task)),
    sleep: seconds =>
      new Promise(resolve => {
        wait(seconds, () => {
          busy++
          resolve()
        })
        leave()
      }),
    run: async () => {
      while (timers.length > 0 || busy > 0) {
        const idle = new Promise<void>(resolve => {
          settle = resolve
        })
        if (busy === 0) turn()
        if (busy > 0) await idle
        if (failure) throw failure
      }
    },
  }
}

/** The same draws for the same seed (mulberry32). */
export const seededRandom = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
