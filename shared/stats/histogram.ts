/** How many durations fell into each of its steps, by the number of the step. */
export type Histogram = Readonly<Record<string, number>>

/** Each step ends a fifth above where it begins: what is read of it is at most a tenth off. */
const growth = 1.2

/** The step of a duration; 0 is below a minute. @param minutes whole */
const stepOf = (minutes: number): number =>
  minutes < 1 ? 0 : 1 + Math.floor(Math.log(minutes) / Math.log(growth) + 1e-9)

/** What stands for a step, in whole minutes: the middle of it as factors go. */
const minutesOf = (step: number): number => (step === 0 ? 0 : Math.round(growth ** (step - 0.5)))

export const addDuration = (histogram: Histogram, minutes: number): Histogram => {
  const step = stepOf(minutes)
  return { ...histogram, [step]: (histogram[step] ?? 0) + 1 }
}

export const mergeHistograms = (one: Histogram, other: Histogram): Histogram => ({
  ...one,
  ...Object.fromEntries(Object.entries(other).map(([step, n]) => [step, n + (one[step] ?? 0)])),
})

export const countIn = (histogram: Histogram): number =>
  Object.values(histogram).reduce((sum, n) => sum + n, 0)

/** The duration that this share of all do not exceed, in minutes and at most a tenth off; null of none. @param share from 0 to 1 */
export const quantileOf = (histogram: Histogram, share: number): number | null => {
  const wanted = Math.max(1, Math.ceil(countIn(histogram) * share))
  const steps = Object.keys(histogram)
    .map(Number)
    .toSorted((one, other) => one - other)
  let seen = 0
  for (const step of steps) {
    seen += histogram[step]!
    if (seen >= wanted) return minutesOf(step)
  }
  return null
}
