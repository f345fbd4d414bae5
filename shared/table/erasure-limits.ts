import { retainedData } from './retained-data.ts'
import { daysLater, recoveryDays, retentionDays, streamDays } from './retention.ts'

/** What is not within an erasure's reach, and until when it is there. */
export interface UnerasedCopy {
  readonly what: string
  readonly holds: string
  /** ISO 8601. */
  readonly until: string
}

/** Copies that nobody can change: what an erasure at this time leaves. @param at ISO 8601 */
export const listUnerasedCopies = (at: string): readonly UnerasedCopy[] =>
  (
    [
      ['backup', recoveryDays],
      ['stream', streamDays],
      ['trailLog', retentionDays.trailLog],
    ] as const
  ).map(([kind, days]) => {
    const { what, holds } = retainedData[kind]
    return { what, holds, until: daysLater(at, days) }
  })
