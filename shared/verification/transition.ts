import type { TrailEventType } from '../trail/entry.ts'
import { type DecidedOutcome, decidedOutcomes, type Outcome } from './contract/outcome.ts'

export interface Transition {
  readonly from: readonly Outcome[]
  readonly to: readonly Outcome[]
  readonly word: TrailEventType
  /** A fact about the people's work that forbids it. */
  readonly unless?: 'visited'
  /** The record stays as it is shown, with its words and its time. */
  readonly keeps?: true
}

/** Of this table and the words of `outcome.ts`: a receipt says by which a record ended. */
export const transitionsVersion = 3

const decided = Object.keys(decidedOutcomes) as DecidedOutcome[]

/** Every legal move. Conditional writes derive their condition from its row here: no write can make another move. */
export const transitions = {
  decide: { from: ['accepted'], to: decided, word: 'decided' },
  cancel: { from: ['accepted'], to: ['cancelled'], word: 'cancelled', unless: 'visited' },
  /** The applicant does not agree, or takes their consent back: that holds whatever people have done. */
  refuse: { from: ['accepted'], to: ['cancelled'], word: 'consentRefused' },
  withdraw: { from: ['accepted'], to: ['cancelled'], word: 'consentWithdrawn' },
  expire: { from: ['accepted'], to: ['expired'], word: 'expired' },
  delay: { from: ['accepted'], to: ['accepted'], word: 'delayed' },
  /** The customer or the applicant disputes a decision, which stays valid until another reviewer has examined it. */
  dispute: { from: decided, to: decided, word: 'disputed', keeps: true },
  uphold: { from: decided, to: decided, word: 'upheld', keeps: true },
  revise: { from: decided, to: decided, word: 'revised' },
} as const satisfies Record<string, Transition>

export type TransitionName = keyof typeof transitions
