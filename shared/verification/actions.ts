import type { Caller } from '../account/caller.ts'
import { requireScope } from '../http/authenticate.ts'
import { Problem } from '../http/contract/problem.ts'
import { describeOutcome, isFinal } from './contract/outcome.ts'
import { collectionOf, type VerificationType, verificationTypeOf } from './contract/product.ts'
import { findVerification } from './store.ts'
import { transitionVerification } from './transition-store.ts'
import { type RecordOf, type Verification, verificationKeyOf } from './verification.ts'

interface CallerRequest {
  readonly caller: Caller
  readonly params: { readonly id: number }
  readonly nowMs: number
}

/** @throws Problem not_found for an id of another organisation, mode or verification type, or of none */
export const getCallerVerification = async <N extends VerificationType>(
  verificationType: N,
  { caller, params, nowMs }: CallerRequest,
): Promise<RecordOf[N]> => {
  const verification = await findVerification(caller, params.id, nowMs)
  if (!verification || verificationTypeOf[verification.product] !== verificationType)
    throw new Problem('not_found', `There is no ${verificationType} verification with this id.`)
  return verification as RecordOf[N]
}

/** @throws Problem not_final */
export const refuseUnended = ({ outcome }: Pick<Verification, 'outcome'>): void => {
  if (!isFinal(outcome))
    throw new Problem('not_final', 'People work on it: `/v1/events` and webhooks tell when it has ended.', {
      headers: { 'retry-after': '3600' },
    })
}

/** The same, once it has ended. @throws Problem not_found, not_final */
export const getEndedVerification = async <N extends VerificationType>(
  verificationType: N,
  request: CallerRequest,
): Promise<RecordOf[N]> => {
  const verification = await getCallerVerification(verificationType, request)
  refuseUnended(verification)
  return verification
}

/** The caller's test verification, of any type. @throws Problem not_found, in live mode too; product_not_enabled */
export const getTestVerification = async (
  caller: Caller,
  id: number,
  nowMs: number,
): Promise<Verification> => {
  const verification = caller.mode === 'test' && (await findVerification(caller, id, nowMs))
  if (!verification) throw new Problem('not_found', 'There is no test verification with this id.')
  requireScope(caller, [collectionOf[verification.product]])
  return verification
}

/** Cancels what nobody has visited yet; once more is no error. @throws Problem not_found, not_cancellable */
export const cancelVerification = async <N extends VerificationType>(
  verificationType: N,
  request: CallerRequest,
): Promise<RecordOf[N]> => {
  const verification = await getCallerVerification(verificationType, request)
  if (verification.outcome === 'cancelled') return verification
  const at = new Date(request.nowMs).toISOString()
  const isCancelled = await transitionVerification(verificationKeyOf(verification), 'cancel', {
    to: 'cancelled',
    at,
    by: request.caller.clientId,
  })
  const latest = await getCallerVerification(verificationType, request)
  if (!isCancelled && latest.outcome !== 'cancelled')
    throw new Problem(
      'not_cancellable',
      isFinal(latest.outcome) ? describeOutcome(latest.outcome) : 'It has been visited.',
    )
  return latest
}
