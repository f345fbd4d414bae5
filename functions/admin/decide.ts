import { conclude } from '../../shared/fieldwork/assignment-store.ts'
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
  const verification = await findVerification(key, verificationId, nowMs)
  if (!verification) throw new Error('verificationId: there is no such verification')
  const { product } = verification
  if (!isDecidable(outcome, product)) throw new Error(`outcome: ${product} cannot be decided so`)
  const decidedAt = new Date(nowMs).toISOString()
  const decision = { outcome, decidedAt, decidedBy: 'operator', ...(adminComment && { adminComment }) }
  if (!(await conclude(key, product, { decision })))
    throw new Error('verificationId: it is decided, or its work has not been opened')
  return { verificationId, outcome }
}
