const hourMs = 3_600_000

/** No entry is written later: a function runs for 15 minutes at most (https://docs.aws.amazon.com/lambda/latest/dg/configuration-timeout.html), and an index follows its table within seconds. */
export const hourGraceMs = 15 * 60_000

export const closeIntervalMinutes = 15

/** In UTC: `2026-11-22T09`. */
export const hourAt = (ms: number): string => new Date(ms).toISOString().slice(0, 13)

export const startOfHour = (hour: string): number => Date.parse(`${hour}:00:00.000Z`)

export const endOfHour = (hour: string): number => startOfHour(hour) + hourMs

export const hoursLater = (hour: string, count: number): string => hourAt(startOfHour(hour) + count * hourMs)

/** The newest hour that gets no more entries. */
export const lastClosableHour = (nowMs: number): string => hourAt(nowMs - hourGraceMs - hourMs)

export const hoursBetween = (from: string, to: string): readonly string[] => {
  const count = Math.max(0, (startOfHour(to) - startOfHour(from)) / hourMs + 1)
  return [...Array(count).keys()].map(hours => hoursLater(from, hours))
}
