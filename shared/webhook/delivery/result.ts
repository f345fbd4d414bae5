import type { DisableReason } from '../../event/name-contract.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** An endpoint that has failed for this long is disabled. */
export const disableAfterFailingSeconds = 5 * day

/** Delay before each retry, about 3 days in all: the example schedule of Standard Webhooks. */
export const retryDelaysSeconds: readonly number[] = [
  5,
  5 * minute,
  30 * minute,
  ...[2, 5, 10, 14, 20, 24].map(hours => hours * hour),
]

/** Each delay is 80 to 120 % of its nominal length. */
export const jitterShare = 0.2

export type AttemptResult =
  | { result: 'delivered' }
  | { result: 'retry'; afterSeconds: number; at: string }
  | { result: 'gave-up' }
  | { result: 'disable'; reason: DisableReason }

export interface AttemptResultInput {
  readonly attemptNumber: number
  readonly answer: { status?: number; retryAfterSeconds?: number }
  readonly nowMs: number
  readonly failingSince?: string | undefined
  readonly schedule?: readonly number[]
  readonly random: () => number
}

/**
 * Decides what follows from an attempt. Any 2xx is success; 410 disables the endpoint; anything else, redirects included,
 * is retried until the schedule ends. Retry-After can lengthen a delay, never shorten it.
 */
export const attemptResultOf = ({
  attemptNumber,
  answer: { status = 0, retryAfterSeconds = 0 },
  nowMs,
  failingSince,
  schedule = retryDelaysSeconds,
  random,
}: AttemptResultInput): AttemptResult => {
  if (status >= 200 && status < 300) return { result: 'delivered' }
  if (status === 410) return { result: 'disable', reason: 'gone' }
  if (failingSince && hasFailedTooLong(failingSince, nowMs)) return { result: 'disable', reason: 'failing' }
  const scheduled = delayAfterSeconds(attemptNumber, schedule, random)
  if (scheduled === undefined) return { result: 'gave-up' }
  // Spread upwards, so that what was refused together does not come back in the same second.
  const asked = retryAfterSeconds + Math.round(retryAfterSeconds * jitterShare * random())
  const afterSeconds = Math.max(scheduled, Math.min(asked, day))
  return { result: 'retry', afterSeconds, at: new Date(nowMs + afterSeconds * 1000).toISOString() }
}

export const hasFailedTooLong = (failingSince: string, nowMs: number): boolean =>
  nowMs - Date.parse(failingSince) >= disableAfterFailingSeconds * 1000

/** Delay in whole seconds after attempt `attemptNumber` (the first is 1); undefined after the last one. */
export const delayAfterSeconds = (
  attemptNumber: number,
  schedule: readonly number[],
  random: () => number,
): number | undefined => {
  const nominal = schedule[attemptNumber - 1]
  if (nominal === undefined) return undefined
  return Math.max(1, Math.round(nominal * (1 - jitterShare + 2 * jitterShare * random())))
}
