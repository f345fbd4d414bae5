import { errorLogFields, log } from '../aws/log.ts'
import { Problem } from '../http/contract/problem.ts'
import { type CappedReservation, toCappedReservation, spendCapProblem } from '../ledger/spend-cap.ts'
import { reservePrice, settleReservation } from '../ledger/spend-store.ts'
import type { LookupActionResponse, LookupCall, LookupQuestion } from './conclude-lookup.ts'
import { withFreeId } from './free-id.ts'

/**
 * Puts a look-up's price aside under the first id that is free. What an earlier attempt of the same request put aside
 * is its own. Answers the id. @throws Problem spend_cap_reached
 */
const reserveUnderFreeId = (
  { caller: { organisationId, mode }, id, isRepeat, nowMs }: LookupCall,
  capped: CappedReservation,
): Promise<number> =>
  withFreeId(id, nowMs, async verificationId => {
    const key = { organisationId, mode, verificationId }
    const result = await reservePrice(key, capped, new Date(nowMs).toISOString())
    if (result === 'capped') throw spendCapProblem(capped)
    return result === 'reserved' || (isRepeat && verificationId === id)
  })

/** After a crash the nightly ledger check settles it. */
const settleFor = async (
  { call: { caller, id: verificationId }, reservation }: LookupQuestion,
  charged: number,
): Promise<void> => {
  if (!reservation) return
  const { organisationId, mode } = caller
  const key = { organisationId, mode, verificationId }
  await settleReservation(key, reservation, charged, new Date().toISOString()).catch(error =>
    log('ledger.left-unsettled', { ...key, ...errorLogFields(error) }),
  )
}

/** No charge without a verdict; after our own failure the result is unknown. */
export const settleWithoutVerdict = async (
  question: LookupQuestion,
  answering: Promise<LookupActionResponse>,
): Promise<LookupActionResponse> => {
  try {
    const reply = await answering
    if (reply.charged !== undefined) await settleFor(question, reply.charged)
    return reply
  } catch (error) {
    if (error instanceof Problem) await settleFor(question, 0)
    throw error
  }
}

/** Reserves the price first; a repeat of a verdict is free. @throws Problem spend_cap_reached */
export const withReservation = async (question: LookupQuestion): Promise<LookupQuestion> => {
  const { call, product, earlier } = question
  const capped = earlier?.verdict ? undefined : toCappedReservation(call.caller, product.name, call.nowMs)
  if (!capped) return question
  const id = await reserveUnderFreeId(call, capped)
  return { ...question, call: { ...call, id }, reservation: capped.reservation }
}
