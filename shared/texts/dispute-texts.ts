import type { DecidedOutcome } from '../verification/outcome.ts'
import type { Ground } from '../dispute/contract.ts'
import type { QuestionText, CheckOf, NoticeText } from './texts.ts'

/** Where an applicant hears how their check ended, and objects to that. */
export interface DisputePage {
  readonly title: (check: CheckOf) => string
  /** How it ended, in words that say nothing of what others said. */
  readonly result: (check: CheckOf) => Readonly<Record<DecidedOutcome, string>>
  readonly told: (organisation: string) => string
  /** What became of an objection; `until` is a day. */
  readonly open: (until: string) => string
  readonly upheld: string
  readonly revised: string
  readonly object: {
    readonly title: string
    readonly text: (until: string, organisation: string) => string
    readonly kept: string
    readonly ground: string
    readonly grounds: Readonly<Record<Ground, string>>
    readonly reason: QuestionText
    readonly groundMissing: string
    readonly reasonWrong: string
    readonly send: string
  }
  readonly notTaken: NoticeText
  readonly tryAgain: NoticeText
}
