import { log } from '../../shared/aws/log.ts'
import { endWait } from '../../shared/aws/state-machine.ts'
import { assign } from '../../shared/fieldwork/assignment-store.ts'
import type { VerificationKey } from '../../shared/table/tenant.ts'
import { isFinal } from '../../shared/verification/outcome.ts'
import { findVerification } from '../../shared/verification/store.ts'

const isOver = async (key: VerificationKey, nowMs: number): Promise<boolean> => {
  const verification = await findVerification(key, key.verificationId, nowMs)
  return !verification || isFinal(verification.outcome)
}

/** Opens the people's work and leaves the workflow waiting; if there is nothing left to do, the wait ends at once. */
export const handler = async ({ token, ...key }: VerificationKey & { token: string }): Promise<void> => {
  const nowMs = Date.now()
  if (await isOver(key, nowMs)) return endWait(token)
  await assign(key, { taskToken: token, at: new Date(nowMs).toISOString() })
  log('assignment.opened', { ...key })
  // An end that came meanwhile has met the token of an earlier wait, or none.
  if (await isOver(key, nowMs)) await endWait(token)
}
