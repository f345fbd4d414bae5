/** How measures stand in sentences for reviewers. */
export const describeMetres = (value: number): string =>
  value < 10_000 ? `${Math.round(value)} m` : `${Math.round(value / 1000)} km`

const minuteMs = 60_000

/** Whole minutes, hours where there are many. */
export const describeDuration = (ms: number): string => {
  const minutes = Math.round(Math.abs(ms) / minuteMs)
  if (minutes < 1) return 'less than a minute'
  return minutes < 600 ? `${minutes} minute${minutes === 1 ? '' : 's'}` : `${Math.round(minutes / 60)} hours`
}

export const isBeyond = (ms: number, minutes: number): boolean => ms > minutes * minuteMs
