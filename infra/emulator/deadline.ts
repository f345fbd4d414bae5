/** Timers that may be weeks away: one setTimeout overflows after 24.8 days and would fire at once. */
const longestTimerMilliseconds = 2 ** 31 - 1

/** Calls back at the given epoch time, at once if it has passed. Returns how to cancel. */
export const atDeadline = (epochMilliseconds: number, callback: () => void): (() => void) => {
  let timer: NodeJS.Timeout
  const wait = (): void => {
    const left = Math.max(0, epochMilliseconds - Date.now())
    timer = setTimeout(
      left > longestTimerMilliseconds ? wait : callback,
      Math.min(left, longestTimerMilliseconds),
    )
  }
  wait()
  return () => clearTimeout(timer)
}
