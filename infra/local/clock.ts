/** What is said when the machine's clock was set: nearly everything that waits or is sorted goes by it. */

/** Less is how clocks are kept right. */
const noticedSeconds = 5

/** By how many seconds the clock went otherwise than time did, since the last call. */
export const clockChange = (
  clock: () => number = Date.now,
  time: () => number = performance.now.bind(performance),
): (() => number) => {
  let offset = clock() - time()
  return () => {
    const before = offset
    offset = clock() - time()
    return (offset - before) / 1000
  }
}

/** What a change of so many seconds means; undefined if it means nothing. */
export const clockLine = (seconds: number): string | undefined => {
  if (Math.abs(seconds) < noticedSeconds) return undefined
  return seconds > 0
    ? `The clock went forward by ${lengthOf(seconds)}, or the machine slept: tokens, deadlines and retries are due that much earlier.`
    : `The clock went back by ${lengthOf(seconds)}: deadlines and retries are due that much later, and new events sort before old ones, where readers of /v1/events have passed already.`
}

/** What is said at the start with a folder that was last in use later than now; undefined if it was not. */
export const lateFolderLine = (lastUsedAt: number | undefined, now: number): string | undefined => {
  const seconds = ((lastUsedAt ?? now) - now) / 1000
  return seconds < noticedSeconds
    ? undefined
    : `The folder was last in use ${lengthOf(seconds)} later than now. ${clockLine(-seconds)}`
}

const lengthOf = (seconds: number): string => {
  const whole = Math.round(Math.abs(seconds))
  if (whole < 120) return `${whole} s`
  return whole < 7200 ? `${Math.round(whole / 60)} min` : `${Math.round(whole / 3600)} h`
}
