import { isDecidable, isFinal, type Outcome, outcomes } from './outcome.ts'
import type { Product } from './product.ts'

interface Transition {
  readonly from: readonly Outcome[]
  readonly to: readonly Outcome[]
  /** A fact about the people's work that forbids it. */
  readonly unless?: 'visited' | 'decided'
}

const decided = (Object.keys(outcomes) as Outcome[]).filter(outcome => outcomes[outcome].by === 'decision')

/**
 * Every legal move of a verification. A conditional write derives its condition from its row here
 * (`table/verification.ts`), so that no write can make a move that the table does not have.
 */
export const transitions = {
  complete: { from: ['accepted'], to: decided },
  cancel: { from: ['accepted'], to: ['cancelled'], unless: 'visited' },
  expire: { from: ['accepted'], to: ['expired'], unless: 'decided' },
  delay: { from: ['accepted'], to: ['accepted'] },
} as const satisfies Record<string, Transition>

export type TransitionName = keyof typeof transitions

/** The price of an outcome: charged on a verdict only, in the currency of the stage's price list. */
export const priceOf = (outcome: Outcome, listPrice: number): number =>
  outcomes[outcome].isCharged ? listPrice : 0

/** Throws for an outcome that the product cannot have: a programming error, never a caller's. */
export const assertDecidable = (outcome: Outcome, product: Product): void => {
  if (!isFinal(outcome) || !isDecidable(outcome, product))
    throw new RangeError(`${product} cannot be decided as ${outcome}`)
}
