import { database } from '../../shared/aws/database.ts'
import { log } from '../../shared/aws/log.ts'
import { endWait } from '../../shared/aws/workflow.ts'
import { isFinal } from '../../shared/domain/outcome.ts'
import type { VerificationKey } from '../../shared/domain/verification.ts'
import { assign } from '../../shared/table/assignment.ts'
import { find } from '../../shared/table/verification.ts'

/** Opens the people's work and leaves the workflow waiting; if there is nothing left to do, the wait ends at once. */
export const handler = async ({ token, ...key }: VerificationKey & { token: string }): Promise<void> => {
  const nowMs = Date.now()
  const verification = await find(database, key, key.verificationId, nowMs)
  if (!verification || isFinal(verification.outcome)) return endWait(token)
  const { product } = verification
  await assign(database, key, { product, taskToken: token, at: new Date(nowMs).toISOString() })
  log('assignment.opened', { ...key, product })
}
