import type { Outcome } from '../../verification/contract/outcome.ts'
import { orderSample, type SampleOrder } from '../../verification/sample.ts'
import { transitionVerification } from '../../verification/store.ts'
import { verificationKeyOf, type Verification } from '../../verification/verification.ts'
import { callAgent } from './call-agent.ts'
import { advanceTo } from './move-clock.ts'
import { phoneFor } from '../../verification/scenario.ts'

/** Where a sample is brought: to an outcome, `accepted` being its start, or past its due time. */
export type SamplePoint = Outcome | 'delayed'

const bring = async (verification: Verification, to: SamplePoint, nowMs: number): Promise<unknown> => {
  if (to === 'accepted') return undefined
  if (to === 'delayed' || to === 'expired') return advanceTo(verification, to, nowMs)
  const at = new Date(nowMs).toISOString()
  if (to === 'cancelled')
    return transitionVerification(verificationKeyOf(verification), 'cancel', {
      to,
      at,
      by: 'simulated-agent',
    })
  return callAgent(verificationKeyOf(verification), 0)
}

/**
 * Places a sample order and brings it there at once, by what would have brought it there. Answers its id. Made again
 * with the id of an earlier attempt, it goes on from where that came to.
 */
export const makeSample = async (order: Omit<SampleOrder, 'phone'>, to: SamplePoint): Promise<number> => {
  const { product, nowMs } = order
  const verification = await orderSample({ ...order, phone: phoneFor(product, to) })
  await bring(verification, to, nowMs)
  return verification.id
}
