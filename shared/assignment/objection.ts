import type { DecidedOutcome } from '../verification/contract/outcome.ts'
import type { Ground, Party } from './contract/objection.ts'

/** What somebody objects to which decision. */
export interface Objection {
  readonly by: Party
  readonly ground: Ground
  /** In their words: text of a person, never markup. */
  readonly reason: string
  /** ISO 8601. */
  readonly raisedAt: string
  /** The revision that it is about, and how that was decided. */
  readonly revision: number
  readonly outcome: DecidedOutcome
  readonly decidedAt: string
  readonly decidedBy?: string | undefined
  readonly adminComment?: string | undefined
}
