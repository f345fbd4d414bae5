export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2
}

/** The median of the ratios round by round: those of one round met the same machine. */
export const pairedRatio = (ours: readonly number[], theirs: readonly number[]): number =>
  median(ours.map((one, round) => one / theirs[round]!))
