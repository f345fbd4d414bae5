import { Fault } from '../aws/fault.ts'

import { acceptVerification, findVerification } from './store.ts'
import type { Verification } from './verification.ts'

/** Draws of an id that may collide with another's before something must be wrong: two of one millisecond meet once in 4,096. */
const rounds = 8

export interface Order {
  /** The order as a record under this id. */
  readonly at: (id: number) => Verification
  readonly id: number
  /** Whether an earlier attempt of the same request may have written this id. */
  readonly isRepeat: boolean
  readonly isRevisit: boolean
  readonly nowMs: number
  readonly redraw: () => number
}

export interface Accepted {
  readonly verification: Verification
  readonly isDuplicate: boolean
}

/**
 * Accepts an order, or answers the earlier one that it repeats: the same product, applicant and place within 30
 * days, unless that one was cancelled or a revisit is wanted.
 */
export const acceptOrder = async (order: Order): Promise<Accepted> => {
  let { id } = order
  let supersedes: number | undefined
  for (let round = 0; round < rounds; round++) {
    const verification = order.at(id)
    const result = await acceptVerification(verification, order.nowMs, {
      isRevisit: order.isRevisit,
      supersedes,
    })
    if (result.kind === 'accepted') return { verification, isDuplicate: false }
    if (result.kind === 'id-taken') {
      const own = order.isRepeat && (await findVerification(verification, id, order.nowMs))
      if (own) return { verification: own, isDuplicate: false }
      id = order.redraw()
      continue
    }
    const earlier = await findVerification(verification, result.id, order.nowMs)
    if (earlier && earlier.outcome !== 'cancelled') return { verification: earlier, isDuplicate: true }
    supersedes = result.id
  }
  throw new Fault('No free id was drawn')
}
