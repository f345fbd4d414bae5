const hourMs = 3_600_000

/**
 * How long after its end an hour takes no more entries, in milliseconds: a function runs for 15 minutes at most
 * (https://docs.aws.amazon.com/lambda/latest/dg/configuration-timeout.html), ours for less, and an index follows its
 * table within seconds.
 */
export const hourGraceMs = 15 * 60_000

/** How often hours are closed, in minutes. */
export const closeIntervalMinutes = 15

/** The hour of a time in milliseconds since 1970, in UTC: `2026-11-22T09`. */
export const hourAt = (ms: number): string => new Date(ms).toISOString().slice(0, 13)

/** When it begins. */
export const startOfHour = (hour: string): number => Date.parse(`${hour}:00:00.000Z`)

/** When it ends, which is when the next begins. */
export const endOfHour = (hour: string): number => startOfHour(hour) + hourMs

/** So many hours later, or earlier. */
export const hoursLater = (hour: string, count: number): string => hourAt(startOfHour(hour) + count * hourMs)

/** The newest hour that takes no more entries. */
export const lastClosableHour = (nowMs: number): string => hourAt(nowMs - hourGraceMs - hourMs)

/** All hours from one to another, both included. */
export const hoursBetween = (from: string, to: string): readonly string[] => {
  const count = Math.max(0, (startOfHour(to) - startOfHour(from)) / hourMs + 1)
  return [...Array(count).keys()].map(place => hoursLater(from, place))
}
