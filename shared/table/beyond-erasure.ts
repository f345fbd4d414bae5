import { keptData } from './kept-data.ts'
import { daysLater, recoveryDays, retentionDays, streamDays } from './retention.ts'

/** What is not within an erasure's reach, and until when it is there. */
export interface Remainder {
  readonly what: string
  readonly holds: string
  /** ISO 8601. */
  readonly until: string
}

/** Copies that nobody can change: what an erasure at this time leaves. @param at ISO 8601 */
export const remainsAfterErasure = (at: string): readonly Remainder[] =>
  (
    [
      ['backup', recoveryDays],
      ['stream', streamDays],
      ['trailLog', retentionDays.trailLog],
    ] as const
  ).map(([kind, days]) => {
    const { what, holds } = keptData[kind]
    return { what, holds, until: daysLater(at, days) }
  })
