/*
 * Each format of the stored data has a number. A release that writes another one reads the one before, and comes after a
 * release that reads both and still writes the one before: so a canary and a return by one release find what they can read.
 */

/** What the stage's data says of itself. Format 0 is that of before 1.0, which marked nothing. */
export interface DataFormat {
  /** The oldest format that an item may still have; a migration raises it. */
  readonly oldest: number
  /** The newest format that a release has written, or is about to; it never falls. */
  readonly newest: number
  /** The newest format that the releases read that run now: two of them while a deployment is in progress. */
  readonly reads: number
  /** The release whose deployment was complete last, such as `1.0.0`. */
  readonly release: string
}

export const unmarked: DataFormat = { oldest: 0, newest: 0, reads: 0, release: 'before 1.0' }

/** What a release does to stored data. */
export interface ReleaseFormats {
  readonly version: string
  readonly readsFrom: number
  readonly readsTo: number
  readonly writes: number
}

/** Before a deployment old code runs until the new one is complete; after it, only the new one runs. */
export type DeploymentMoment = 'begins' | 'complete'

/** What the data says once a release is deployed on it, or begins to be. */
export const formatAfter = (
  found: DataFormat | undefined,
  release: ReleaseFormats,
  moment: DeploymentMoment,
): DataFormat => {
  const { version, readsTo, writes } = release
  if (!found) return { oldest: writes, newest: writes, reads: readsTo, release: version }
  const newest = Math.max(found.newest, writes)
  if (moment === 'complete') return { ...found, newest, reads: readsTo, release: version }
  return { ...found, newest, reads: Math.min(found.reads, readsTo) }
}
