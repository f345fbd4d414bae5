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
