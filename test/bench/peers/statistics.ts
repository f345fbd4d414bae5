/** A quantile of the values; 0.5 is the median. */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const position = (sorted.length - 1) * share
  const [low, high] = [sorted[Math.floor(position)] ?? Number.NaN, sorted[Math.ceil(position)] ?? Number.NaN]
  return low + (high - low) * (position % 1)
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** The median of the ratios round by round: those of one round met the same machine. */
export const pairedRatio = (ours: readonly number[], theirs: readonly number[]): number =>
  median(ours.map((one, round) => one / theirs[round]!))
