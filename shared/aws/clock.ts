/** Maximum difference between two containers' clocks. */
export const clockSkewMs = 1000
