/** A quantile of the values, to a tenth; 0.5 is the median. */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) * share
  const [low, high] = [sorted[Math.floor(place)] ?? Number.NaN, sorted[Math.ceil(place)] ?? Number.NaN]
  return Math.round((low + (high - low) * (place % 1)) * 10) / 10
}

const holds = {
  'at most': (value: number, goal: number) => value <= goal,
  below: (value: number, goal: number) => value < goal,
  'at least': (value: number, goal: number) => value >= goal,
} as const

/** A measured figure beside its goal. */
export const ratio = (name: string, value: number, relation: keyof typeof holds, goal: number): string =>
  `${name}: ${value.toFixed(2)} (goal: ${relation} ${goal}) ${holds[relation](value, goal) ? 'met' : 'MISSED'}`
