import { setTimeout as sleep } from 'node:timers/promises'
import { parseRetryAfter } from '../../../shared/http/retry-after.ts'

const longestSeconds = 30

export const waitSeconds = (seconds: number, signal: AbortSignal): Promise<void> =>
  sleep(seconds * 1000, undefined, { signal })

/** The response's Retry-After, else 1, 2, 4 … 30 seconds. */
export const pauseSeconds = (failures: number, answer?: Response): number => {
  const asked = parseRetryAfter(answer?.headers.get('retry-after') ?? undefined, new Date())
  return asked ?? Math.min(2 ** (failures - 1), longestSeconds)
}

export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown'
  const cause = error.cause as NodeJS.ErrnoException | undefined
  return cause?.code ?? (error.name === 'TimeoutError' ? 'no answer in time' : error.name)
}

/** Text of a stage or receiver cannot forge a line or colour the terminal. */
export const plain = (text: string): string =>
  text.slice(0, 200).replace(/[^\x20-\x7e]/g, character => `\\u{${character.codePointAt(0)!.toString(16)}}`)

export const print = (line: string): void => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`)
