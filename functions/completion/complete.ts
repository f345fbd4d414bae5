import { database } from '../../shared/aws/database.ts'
import { Fault } from '../../shared/domain/fault.ts'
import { isFinal } from '../../shared/domain/outcome.ts'
import type { VerificationKey } from '../../shared/domain/verification.ts'
import { completeDecided } from '../../shared/operations/completion.ts'
import { find } from '../../shared/table/verification.ts'

/**
 * The workflow's completing state. Nothing is decided where the verification was final before the wait began.
 * @throws Error if the wait ended though the verification is open and undecided: the workflow must not end so
 */
export const handler = async (key: VerificationKey): Promise<void> => {
  const nowMs = Date.now()
  if (await completeDecided(key, nowMs)) return
  const verification = await find(database, key, key.verificationId, nowMs)
  if (verification && !isFinal(verification.outcome)) throw new Fault('The wait ended without a decision')
}
