import type { DisableReason } from '../../event/name-contract.ts'

const daySeconds = 86_400

/** An endpoint that has failed for this long is disabled. */
export const disableAfterFailingSeconds = 5 * daySeconds

export type AttemptResult =
  | { result: 'delivered' }
  | { result: 'retry'; afterSeconds: number; at: Date }
  | { result: 'gave-up' }
  | { result: 'disable'; reason: DisableReason }

export interface AttemptResultInput {
  readonly attemptNumber: number
  /** Without a status, no response came. */
  readonly answer: { status?: number; retryAfterSeconds?: number }
  readonly now: Date
  /** The first failure since the last success. */
  readonly failingSince?: Date | undefined
  readonly schedule?: readonly number[]
  readonly random: Random
}

/**
 * Decides what follows from an attempt. Any 2xx is success; 410 disables the endpoint; anything else, redirects included,
 * is retried until the schedule ends. Retry-After can lengthen a delay, never shorten it.
 */
export const attemptResultOf = ({
  attemptNumber,
  answer,
  now,
  failingSince,
  schedule,
  random,
}: AttemptResultInput): AttemptResult => {
  const { status = 0, retryAfterSeconds = 0 } = answer
  if (status >= 200 && status < 300) return { result: 'delivered' }
  if (status === 410) return { result: 'disable', reason: 'gone' }
  if (failingSince && hasFailedTooLong(failingSince, now)) return { result: 'disable', reason: 'failing' }
  const scheduled = delayAfterSeconds(attemptNumber, schedule ?? retryDelaysSeconds, random)
  if (scheduled === undefined) return { result: 'gave-up' }
  // Spread upwards, so that what was refused together does not come back in the same second.
  const asked = Math.min(
    retryAfterSeconds + Math.round(retryAfterSeconds * jitterShare * random()),
    daySeconds,
  )
  const afterSeconds = Math.max(scheduled, asked)
  return { result: 'retry', afterSeconds, at: new Date(now.getTime() + afterSeconds * 1000) }
}

export const hasFailedTooLong = (failingSince: Date, now: Date): boolean =>
  now.getTime() - failingSince.getTime() >= disableAfterFailingSeconds * 1000

const minute = 60
const hour = 60 * minute

/** Delay before each retry, about 3 days in all: the example schedule of Standard Webhooks. */
export const retryDelaysSeconds: readonly number[] = [
  5,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
]

/** Each delay is 80 to 120 % of its nominal length. */
export const jitterShare = 0.2

/** In [0, 1), like Math.random. */
export type Random = () => number

/** Delay in whole seconds after attempt `attemptNumber` (the first is 1); undefined after the last one. */
export const delayAfterSeconds = (
  attemptNumber: number,
  schedule: readonly number[],
  random: Random,
): number | undefined => {
  const nominal = schedule[attemptNumber - 1]
  if (nominal === undefined) return undefined
  return Math.max(1, Math.round(nominal * (1 - jitterShare + 2 * jitterShare * random())))
}
