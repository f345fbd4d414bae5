import type { ActionRequest } from '../http/action.ts'
import { Problem } from '../http/contract/problem.ts'
import { getEndedVerification } from '../verification/actions.ts'
import type { VerificationType } from '../verification/contract/product.ts'
import { listRevisions } from '../verification/revision-store.ts'
import {
  type RecordOf,
  revisionOf,
  type Verification,
  verificationKeyOf,
} from '../verification/verification.ts'
import type { RaiseDispute } from './contract.ts'
import { toDispute, toRevision } from './dispute.ts'
import { raiseDispute } from './raise.ts'
import type { disputeRoutes } from './routes.ts'
import { listDisputes } from './store.ts'

type DisputeRequest = Pick<ActionRequest<typeof disputeRoutes.disputeAddress>, 'caller' | 'params' | 'nowMs'>

const untold = new Problem(
  'not_final',
  'It has ended, and its event is not published yet: dispute it in a moment.',
  {
    headers: { 'retry-after': '2' },
  },
)

/** @throws Problem not_found, not_final, not_disputable, already_disputed, dispute_over */
export const disputeDecision = async (
  verificationType: VerificationType,
  {
    body,
    isRepeat,
    ...request
  }: DisputeRequest & { readonly body: RaiseDispute; readonly isRepeat: boolean },
) => {
  const { caller, nowMs } = request
  const verification = await getEndedVerification(verificationType, request)
  const { reason, ground = 'other' } = body
  const objected = { by: 'customer', reason, ground, nowMs, isRepeat } as const
  const raised = await raiseDispute(verification, objected, caller.clientId)
  if (raised.kind === 'refused') throw new Problem(raised.code, raised.detail)
  if (raised.kind === 'untold') throw untold
  if (raised.kind === 'gone')
    throw new Problem('not_found', `There is no ${verificationType} verification with this id.`)
  const status = raised.kind === 'raised' ? 201 : 200
  return { status, body: { id: verification.id, dispute: toDispute(raised.disputed) } } as const
}

/** Oldest first. @throws Problem not_found, not_final */
export const listCallerRevisions = async <N extends VerificationType>(
  verificationType: N,
  request: DisputeRequest,
) => {
  const verification = await getEndedVerification(verificationType, request)
  const key = verificationKeyOf(verification)
  const [earlier, disputes] = await Promise.all([listRevisions(key, request.nowMs), listDisputes(key)])
  // A revision that was stored since the record was read is the record.
  const before = earlier.filter(each => revisionOf(each) < revisionOf(verification))
  const records: readonly RecordOf[N][] = [
    ...(before as readonly Verification[] as RecordOf[N][]),
    verification,
  ]
  return {
    revisions: records.map(record => ({ ...toRevision(record, disputes), record })),
    disputes: disputes.map(toDispute),
  }
}
