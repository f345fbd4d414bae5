import { readdirSync } from 'node:fs'
import type { DataDirectory } from '../emulator/data-directory.ts'

interface CheckOptions {
  readonly data: DataDirectory
  readonly handleLimit: number
  say(line: string): void
  onBreakdown(reason: string): void
}

const periodMilliseconds = 2000

/** Checks the folder, the file handles and the clock. Returns how to stop. */
export const checkRegularly = ({ data, handleLimit, say, onBreakdown }: CheckOptions): (() => void) => {
  const changeOfClock = clockChange()
  const check = (): void => {
    try {
      refuseExhaustedHandles(handleLimit)
      data.check()
    } catch (error) {
      onBreakdown((error as Error).message)
    }
    const jump = clockLine(changeOfClock())
    if (jump !== undefined) say(jump)
  }
  const timer = setInterval(check, periodMilliseconds)
  return () => clearInterval(timer)
}

/**
 * 32 idle containers and the busy ones take about ten each, connections one. 376 were seen with eight callers at
 * a time; a hundred callers need as many again.
 */
const neededFileHandles = 1024

/** Node has raised the soft limit to the hard limit. */
export const fileHandleLimit = (): number => {
  // Otherwise the report looks up the names of all connected addresses.
  Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = process.report.getReport() as { userLimits?: Record<string, { soft: unknown }> }
  const soft = userLimits?.open_files?.soft
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY
}

export const requireFileHandles = (limit: number): void => {
  if (limit < neededFileHandles)
    throw new Error(
      `Too few file handles: ${limit} may be open, ${neededFileHandles} are needed. Raise the limit with: ulimit -n ${neededFileHandles}`,
    )
}

/** Fails early: without handles, nothing can be opened to report it. */
const reserve = 16

const refuseExhaustedHandles = (limit: number): void => {
  const open = openHandles(limit)
  if (open > limit - reserve)
    throw new Error(`Out of file handles: ${open} of ${limit} are open. Raise the limit with: ulimit -n`)
}

const openHandles = (limit: number): number => {
  try {
    return readdirSync('/dev/fd').length
  } catch {
    return limit
  }
}

/** Smaller corrections are normal. */
const noticedSeconds = 5

/** Seconds by which the clock moved other than time did since the last call. */
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

export const clockLine = (seconds: number): string | undefined => {
  if (Math.abs(seconds) < noticedSeconds) return undefined
  return seconds > 0
    ? `The clock went forward by ${lengthOf(seconds)}, or the machine slept: tokens, deadlines and retries are due that much earlier.`
    : `The clock went back by ${lengthOf(seconds)}: deadlines and retries are due that much later, and new events sort before old ones, where readers of /v1/events have passed already.`
}

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
