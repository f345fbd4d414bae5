import { setTimeout as sleep } from 'node:timers/promises'
import { parseRetryAfter } from '../../../shared/http/retry-after.ts'

const longestSeconds = 30

/** Waits, and rejects as soon as the signal says to stop. */
export const waitSeconds = (seconds: number, signal: AbortSignal): Promise<void> =>
  sleep(seconds * 1000, undefined, { signal })

/** How long to wait after so many failures in a row: as long as the answer asks, else 1, 2, 4 … 30 seconds. */
export const pauseSeconds = (failures: number, answer?: Response): number => {
  const asked = parseRetryAfter(answer?.headers.get('retry-after') ?? undefined, new Date())
  return asked ?? Math.min(2 ** (failures - 1), longestSeconds)
}

/** What kept a request from being answered, in a word of the system's. */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown'
  const cause = error.cause as NodeJS.ErrnoException | undefined
  return cause?.code ?? (error.name === 'TimeoutError' ? 'no answer in time' : error.name)
}
