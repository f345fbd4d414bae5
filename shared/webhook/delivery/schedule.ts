const minute = 60
const hour = 60 * minute

/** Waits before each retry, about 3 days in all: the example schedule of Standard Webhooks. */
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

/** Each wait is drawn from 80 to 120 % of its nominal length. */
export const jitterShare = 0.2

/** A random share in [0, 1), like Math.random. */
export type Random = () => number

/** The wait in whole seconds after attempt `attemptNumber` (the first is 1); undefined after the last one. */
export const delayAfterSeconds = (
  attemptNumber: number,
  schedule: readonly number[],
  random: Random,
): number | undefined => {
  const nominal = schedule[attemptNumber - 1]
  if (nominal === undefined) return undefined
  return Math.max(1, Math.round(nominal * (1 - jitterShare + 2 * jitterShare * random())))
}
