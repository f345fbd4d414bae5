import { Fault } from '../../shared/aws/fault.ts'
import { completeDecided } from '../../shared/fieldwork/completion.ts'
import type { VerificationKey } from '../../shared/table/tenant.ts'
import { isFinal } from '../../shared/verification/outcome.ts'
import { findVerification } from '../../shared/verification/store.ts'

/**
 * The workflow's completing state. Nothing is decided where the verification was final before the wait began.
 * @throws Error if the wait ended though the verification is open and undecided: the workflow must not end so
 */
export const handler = async (key: VerificationKey): Promise<void> => {
  const nowMs = Date.now()
  if (await completeDecided(key, nowMs)) return
  const verification = await findVerification(key, key.verificationId, nowMs)
  if (verification && !isFinal(verification.outcome)) throw new Fault('The wait ended without a decision')
}
