import { findAssignment } from '../../shared/assignment/store.ts'
import { decideVerification } from '../../shared/assignment/end-verification.ts'
import { describeOutcome } from '../../shared/verification/contract/outcome.ts'
import { isDecidable } from '../../shared/verification/product/definitions.ts'
import { findVerification } from '../../shared/verification/store.ts'
import type { CommandOf } from './command.ts'

/** Decides a verification in a reviewer's place, by the same operation as the simulated agent. */
export const decide = async ({
  organisationId,
  mode,
  verificationId,
  outcome,
  adminComment,
}: CommandOf<'decide'>) => {
  const nowMs = Date.now()
  const key = { organisationId, mode, verificationId }
  const find = () => findVerification(key, verificationId, nowMs)
  const verification = await find()
  if (!verification) throw new Error('verificationId: there is no such verification')
  const { product } = verification
  if (!isDecidable(outcome, product)) throw new Error(`outcome: ${product} cannot be decided so`)
  const decidedAt = new Date(nowMs).toISOString()
  const decision = { outcome, decidedAt, decidedBy: 'operator', ...(adminComment && { adminComment }) }
  const report = (await findAssignment(key))?.report
  if (await decideVerification(verification, { decision, ...(report && { report }) }))
    return { verificationId, outcome }
  const latest = (await find()) ?? verification
  throw new Error(`verificationId: too late. ${describeOutcome(latest.outcome)}`)
}
