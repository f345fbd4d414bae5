import { retryDelaysSeconds } from './retry-schedule.ts'

/** Each wait is drawn from 80 to 120 % of its nominal length. */
export const jitterShare = 0.2

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html: DelaySeconds */
export const maxDelaySeconds = 900

/** A random share in [0, 1), like Math.random. */
export type Random = () => number

/** The wait in whole seconds after attempt `attemptNumber` (the first is 1); undefined after the last one. */
export const delayAfterSeconds = (
  attemptNumber: number,
  schedule: readonly number[] = retryDelaysSeconds,
  random: Random = Math.random,
): number | undefined => {
  const nominal = schedule[attemptNumber - 1]
  if (nominal === undefined) return undefined
  return Math.max(1, Math.round(nominal * (1 - jitterShare + 2 * jitterShare * random())))
}

/** A wait as queue delays of at most 15 minutes each, as few as possible. */
export const hopsOf = (seconds: number): number[] => {
  const whole = Math.max(0, Math.ceil(seconds))
  const full = Array.from({ length: Math.floor(whole / maxDelaySeconds) }, () => maxDelaySeconds)
  const rest = whole % maxDelaySeconds
  return rest > 0 || full.length === 0 ? [...full, rest] : full
}

/** The delay of the next hop towards `until`: 0 to 900 whole seconds, 0 meaning that the time has come. */
export const nextDelaySeconds = (until: Date, now: Date): number =>
  hopsOf((until.getTime() - now.getTime()) / 1000)[0] ?? 0
