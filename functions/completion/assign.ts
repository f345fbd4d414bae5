import { log } from '../../shared/aws/log.ts'
import { endWait } from '../../shared/aws/state-machine.ts'
import { assign } from '../../shared/fieldwork/assignment-store.ts'
import type { VerificationKey } from '../../shared/table/tenant.ts'
import { isFinal } from '../../shared/verification/outcome.ts'
import { findVerification } from '../../shared/verification/store.ts'

/** Opens the people's work and leaves the workflow waiting; if there is nothing left to do, the wait ends at once. */
export const handler = async ({ token, ...key }: VerificationKey & { token: string }): Promise<void> => {
  const nowMs = Date.now()
  const verification = await findVerification(key, key.verificationId, nowMs)
  if (!verification || isFinal(verification.outcome)) return endWait(token)
  const { product } = verification
  await assign(key, { product, taskToken: token, at: new Date(nowMs).toISOString() })
  log('assignment.opened', { ...key, product })
}
